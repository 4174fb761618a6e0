// Tests the writing of users, groups, tokens, applications and the other supporting entities.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { accountsOf } from '../../src/accounts/directory.ts'
import { verifyPassword } from '../../src/accounts/passwords.ts'
import { eachCrm, type Json, type Person } from '../support/crm.ts'

const codes = (problems: { ErrorCode: number }[]): number[] => problems.map(p => p.ErrorCode).sort()

eachCrm('Supporting entities', crm => {
  let company = ''
  before(async () => {
    company = await crm().create('AbEntry', { CompanyName: 'Acme' })
  })
  const update = (entity: string, data: Json, options?: Json, as?: Person) =>
    crm().call('Update', { [entity]: { Data: data, ...(options ? { Options: options } : {}) } }, as)
  const refused = async (entity: string, data: Json, as?: Person) =>
    codes(await crm().refused('Create', { [entity]: { Data: data } }, as))
  const remove = (entity: string, key: string, as?: Person) =>
    crm().call('Delete', { [entity]: { Data: { Key: key } } }, as)

  test('entities marked (admin) are written by administrators only', async () => {
    for (const entity of [
      'User',
      'SecurityGroup',
      'Territory',
      'SalesTeam',
      'SalesProcessSetup',
      'CurrencyRate',
      'Application',
    ]) {
      assert.deepEqual(await refused(entity, {}, crm().user), [-2002])
    }
  })
  test('User: created with a password that is kept as a hash, found by e-mail, never readable', async () => {
    const data = { Uid: 'ANN', FirstName: 'Ann', LastName: 'Lee', Email: 'Ann@Example.com', Password: 'correct horse' }
    const answer = await crm().ok('Create', { User: { Data: data } })
    assert.deepEqual(answer.User.Data, {
      Key: btoa('User\tANN'),
      Uid: 'ANN',
      FirstName: 'Ann',
      LastName: 'Lee',
      Email: 'Ann@Example.com',
    })
    const [account] = await accountsOf(crm().server.store, 'ann@example.com')
    assert.equal(await verifyPassword('correct horse', account?.password ?? null), true)
    const scope = { Scope: { Fields: { Password: 1 } }, Criteria: { SearchQuery: {} } }
    assert.deepEqual(codes(await crm().refused('Read', { User: scope })), [-3000])
    const read = await crm().get('User', answer.User.Data.Key, {
      DisplayName: 1,
      DisplayValue: 1,
      Enabled: 1,
      Admin: 1,
    })
    assert.deepEqual(read, { DisplayName: 'Ann Lee', DisplayValue: 'Ann Lee', Enabled: true, Admin: false })
    const history = {
      Scope: { Fields: { Changes: 1 } },
      Criteria: { SearchQuery: { ParentKey: answer.User.Data.Key } },
    }
    const rows = (await crm().ok('Read', { History: history })).History.Data
    assert.ok(!JSON.stringify(rows).includes('argon2') && !JSON.stringify(rows).includes('correct horse'))
  })
  test('User: Uid and e-mail are unique, a short password is refused', async () => {
    assert.deepEqual(await refused('User', { Uid: 'JOE', LastName: 'x', Email: 'other@example.com' }), [-4010])
    assert.deepEqual(await refused('User', { Uid: 'JOE2', LastName: 'x', Email: 'JOE@example.com' }), [-4010])
    assert.deepEqual(await refused('User', { Uid: 'system', LastName: 'x', Email: 's@example.com' }), [-3004])
    assert.deepEqual(
      await refused('User', { Uid: 'B', LastName: 'x', Email: 'b@example.com', Password: 'short' }),
      [-3004],
    )
    assert.deepEqual(await refused('User', {}), [-4000, -4000, -4000])
  })
  test('User: a changed e-mail, another display name, and groups from either end', async () => {
    const group = await crm().create('SecurityGroup', { Name: 'Both ends', Members: [{ Uid: 'JOE' }] })
    const person = await crm().addPerson('BOB', { FirstName: 'Bob', LastName: 'Old' })
    assert.equal(
      (await update('User', { Key: person.key, Email: 'bobby@example.com', LastName: 'New', Groups: [group] })).Code,
      0,
    )
    assert.deepEqual(await accountsOf(crm().server.store, 'bob@example.com'), [])
    assert.equal((await accountsOf(crm().server.store, 'bobby@example.com'))[0]?.displayName, 'Bob New')
    const members = await crm().get('SecurityGroup', group, { Members: [{ Uid: 1 }] })
    assert.deepEqual(members.Members.map((m: Json) => m.Uid).sort(), ['BOB', 'JOE'])
    assert.deepEqual((await crm().get('User', person.key, { Groups: [{ Key: 1 }] })).Groups, [{ Key: group }])
    assert.deepEqual(await refused('SecurityGroup', { Name: 'both ENDS' }), [-4010])
  })
  test('User: disabling one stops the tokens at once; the last enabled administrator stays', async () => {
    const person = await crm().addPerson('EVE')
    const probe = { AbEntry: { Scope: { Fields: { Key: 1 } }, Criteria: { SearchQuery: {}, Top: 1 } } }
    assert.equal((await crm().call('Read', probe, person)).Code, 0)
    await crm().ok('Update', { User: { Data: { Key: person.key, Enabled: false } } })
    assert.deepEqual(codes((await crm().call('Read', probe, person)).Errors), [-2000])
    assert.deepEqual(codes((await update('User', { Key: crm().admin.key, Enabled: false })).Errors), [-4008])
    assert.deepEqual(codes((await update('User', { Key: crm().admin.key, Admin: false })).Errors), [-4008])
    assert.deepEqual(codes((await remove('User', crm().admin.key)).Errors), [-4008])
    assert.equal((await remove('User', person.key)).Code, 0)
    assert.deepEqual(await refused('User', { Uid: 'EVE', LastName: 'x', Email: 'eve2@example.com' }), [-4010])
    assert.equal((await crm().call('Restore', { User: { Data: { Key: person.key } } })).Code, 0)
  })
  test('PersonalAccessToken: shown once, one sees one’s own, revoked by Status 2', async () => {
    const answer = await crm().ok('Create', { PersonalAccessToken: { Data: { Name: 'mine' } } }, crm().user)
    const { Key, Token } = answer.PersonalAccessToken.Data
    const bearer = { ...crm().user, token: Token }
    const tokens = { Scope: { Fields: { Name: 1, Status: 1, Scope: 1 } }, Criteria: { SearchQuery: { Name: 'mine' } } }
    const read = async (as: Person) =>
      (await crm().call('Read', { PersonalAccessToken: tokens }, as)).PersonalAccessToken?.Data
    assert.deepEqual(await read(bearer), [{ Name: 'mine', Status: 0, Scope: 'data' }])
    const other = await crm().addPerson('PAT')
    assert.deepEqual(await read(other), [])
    assert.deepEqual(codes((await update('PersonalAccessToken', { Key, Status: 2 }, undefined, other)).Errors), [-3007])
    assert.equal((await update('PersonalAccessToken', { Key, Status: 2 }, undefined, crm().user)).Code, 0)
    assert.equal(await read(bearer), undefined)
    assert.deepEqual(await refused('PersonalAccessToken', { Name: 'x', UserKey: crm().admin.key }, crm().user), [-2002])
    assert.deepEqual(await refused('PersonalAccessToken', { Name: 'x', ExpirationDate: '2001-01-01' }), [-3004])
    const narrow = await crm().ok('Create', { PersonalAccessToken: { Data: { Name: 'narrow' } } }, crm().user)
    const narrowed = { ...crm().user, token: narrow.PersonalAccessToken.Data.Token }
    assert.deepEqual(await refused('PersonalAccessToken', { Name: 'x', Scope: 'webaccess' }, narrowed), [-3004])
    assert.deepEqual(await refused('PersonalAccessToken', { Name: 'x', Scope: 'openid' }), [-3004])
  })
  test('Application: credentials of the specified lengths, a new secret on demand, https alone [C-5-01, C-5-02]', async () => {
    const data = { Name: 'App', RedirectUri: 'https://app.example/cb' }
    const { Key, ClientId, ClientSecret } = (await crm().ok('Create', { Application: { Data: data } })).Application.Data
    assert.deepEqual([ClientId.length, ClientSecret.length], [20, 64])
    const again = await update('Application', { Key }, { NewSecret: true })
    assert.equal(again.Application.Data.ClientSecret.length, 64)
    assert.notEqual(again.Application.Data.ClientSecret, ClientSecret)
    assert.deepEqual(await refused('Application', { ...data, RedirectUri: 'http://app.example/cb' }), [-3004])
    const open = (await crm().ok('Create', { Application: { Data: { ...data, Public: true } } })).Application.Data
    assert.equal(open.ClientSecret, undefined)
    assert.deepEqual(codes((await update('Application', { Key: open.Key }, { NewSecret: true })).Errors), [-4008])
  })
  test('SalesTeam: members with roles; the team of opportunities without one stays', async () => {
    const team = await crm().create('SalesTeam', {
      DisplayName: 'A-Team',
      Members: [{ Uid: 'JOE', Role: 1 }, crm().admin.key],
    })
    const read = await crm().get('SalesTeam', team, { DisplayName: 1, Members: [{ Uid: 1, Role: 1 }] })
    assert.deepEqual(read.Members, [
      { Uid: 'JOE', Role: 1 },
      { Uid: 'MASTER', Role: 0 },
    ])
    await crm().create('Opportunity', { AbEntryKey: company, Objective: 'x', SalesTeam: { Key: team } })
    assert.deepEqual(codes((await remove('SalesTeam', team)).Errors), [-4007])
    assert.deepEqual(codes((await remove('SalesTeam', btoa('SalesTeam\t65535'))).Errors), [-4008])
  })
  test('SalesProcessSetup and SalesStageSetup: in order, and kept while opportunities follow them', async () => {
    const process = await crm().create('SalesProcessSetup', { Description: 'Short' })
    const stages: string[] = []
    for (const Description of ['One', 'Two']) {
      stages.push(await crm().create('SalesStageSetup', { SalesProcessSetupKey: process, Description }))
    }
    assert.equal((await crm().get('SalesStageSetup', stages[1] as string, { Sequence: 1 })).Sequence, 2)
    const data = { AbEntryKey: company, Objective: 'x', SalesProcessSetupKey: process, SalesStageSetupKey: stages[0] }
    const deal = await crm().create('Opportunity', data)
    assert.deepEqual(codes((await remove('SalesStageSetup', stages[1] as string)).Errors), [-4007])
    assert.deepEqual(codes((await remove('SalesProcessSetup', process)).Errors), [-4007])
    await update('Opportunity', { Key: deal, SalesProcessSetupKey: null })
    assert.equal((await remove('SalesProcessSetup', process)).Code, 0)
  })
  test('CurrencyRate: ISO codes, the corporate currency is worth itself, a rate in use stays', async () => {
    assert.deepEqual(await refused('CurrencyRate', { CurrencyCode: 'XXQ', Rate: 2 }), [-3004])
    assert.deepEqual(await refused('CurrencyRate', { CurrencyCode: 'USD', Rate: 2 }), [-4008])
    assert.deepEqual(await refused('CurrencyRate', { CurrencyCode: 'CHF', Rate: 0 }), [-3004])
    const rate = await crm().create('CurrencyRate', { CurrencyCode: 'CHF', Rate: { Value: 0.9 } })
    const { Rate } = await crm().get('CurrencyRate', rate, { Rate: { Value: 1, DisplayValue: 1 } })
    assert.deepEqual(Rate, { Value: 0.9, DisplayValue: '0.9' })
    assert.equal((await crm().get('CurrencyRate', rate, { Description: 1 })).Description, 'Swiss Franc')
    const money = { Value: 90, CurrencyCode: 'CHF' }
    await crm().create('Opportunity', { AbEntryKey: company, Objective: 'x', ForecastRevenue: money })
    assert.deepEqual(codes((await remove('CurrencyRate', rate)).Errors), [-4007])
  })
  test('Lead: a name or a company is required', async () => {
    assert.deepEqual(await refused('Lead', { Email: 'x@example.com' }), [-4000])
    const key = await crm().create('Lead', { FirstName: 'Max', CompanyName: 'Maybe Ltd.', Phone1: '555', Status: '1' })
    assert.equal((await crm().get('Lead', key, { FullName: 1 })).FullName, 'Max - Maybe Ltd.')
    await update('Lead', { Key: key, Address: { AddressLine1: '1 Main Street', City: 'Ottawa' } })
    const { Address } = await crm().get('Lead', key, { Address: { City: 1, DisplayValue: 1 } })
    assert.deepEqual(Address, { City: 'Ottawa', DisplayValue: '1 Main Street, Ottawa' })
    assert.deepEqual(codes((await update('Lead', { Key: key, FirstName: null, CompanyName: '' })).Errors), [-4000])
  })
  test('Case: numbered by the service, for a customer and one of its contacts', async () => {
    const contact = await crm().create('AbEntry', { ParentKey: company, LastName: 'Lee' })
    const key = await crm().create('Case', { Subject: 'Broken', AbEntryKey: contact, Product: ['1'], Priority: 57902 })
    const { Overdue } = await crm().get('Case', key, { Overdue: { Value: 1, DisplayValue: 1 } })
    assert.deepEqual(Overdue, { Value: false, DisplayValue: 'No' })
    const read = await crm().get('Case', key, {
      CaseNumber: 1,
      AbEntryKey: 1,
      ContactKey: 1,
      Owner: { Uid: 1 },
      Status: 1,
    })
    assert.match(read.CaseNumber, /^CS-\d{5}$/)
    assert.deepEqual(
      [read.AbEntryKey, read.ContactKey, read.Owner.Uid, read.Status],
      [company, contact, 'MASTER', '57997'],
    )
    assert.deepEqual(await refused('Case', { Subject: 'x' }), [-4000])
    const numbered = { Subject: 'x', AbEntryKey: company, CaseNumber: 'mine' }
    const given = await crm().get('Case', await crm().create('Case', numbered), { CaseNumber: 1 })
    assert.match(given.CaseNumber, /^CS-\d{5}$/)
  })
  test('Note: plain and rich text give each other, and the rich one is sanitised', async () => {
    const both = { Text: 1, RichText: 1 }
    const rich = '<p>Hi <b>you</b><script>alert(1)</script></p><p onclick="x()">A &amp; B</p>'
    const fromRich = await crm().get('Note', await crm().create('Note', { ParentKey: company, RichText: rich }), both)
    assert.deepEqual(fromRich, { Text: 'Hi you\nA & B', RichText: '<p>Hi <b>you</b></p><p>A &amp; B</p>' })
    const key = await crm().create('Note', { ParentKey: company, Text: 'a < b\nc' })
    assert.equal((await crm().get('Note', key, both)).RichText, 'a &lt; b<br />c')
    assert.deepEqual(await refused('Note', { ParentKey: company }), [-4000])
    assert.deepEqual(codes((await update('Note', { Key: key, Text: null })).Errors), [-4000])
  })
  test('Campaign, Appointment, Task and Territory: defaults, order of dates, products', async () => {
    const campaign = await crm().create('Campaign', { Name: 'Spring', Product: ['2'], Cost: 10 })
    assert.deepEqual(await crm().get('Campaign', campaign, { Status: 1, Product: 1 }), { Status: 2, Product: ['2'] })
    const late = { StartDate: '2026-02-02', EndDate: '2026-02-01' }
    assert.deepEqual(await refused('Campaign', { Name: 'x', ...late }), [-3004])
    assert.deepEqual(await refused('Appointment', { Subject: 'x', ...late }), [-3004])
    const meeting = await crm().create('Appointment', {
      Subject: 'Meet',
      StartDate: '2026-02-02',
      AbEntries: [company],
    })
    const people = await crm().get('Appointment', meeting, { Organizer: { Uid: 1 }, Users: [{ Uid: 1 }] })
    assert.deepEqual(people, { Organizer: { Uid: 'MASTER' }, Users: [{ Uid: 'MASTER' }] })
    const task = await crm().create('Task', { Activity: 'Do', DateTime: '2026-02-02', WithKey: company }, crm().user)
    const read = await crm().get('Task', task, { AssignedTo: { Uid: 1 }, Completed: 1, With: 1 })
    assert.deepEqual(read, {
      AssignedTo: { Uid: 'JOE' },
      Completed: false,
      With: { Key: company, DisplayValue: 'Acme' },
    })
    const territory = await crm().create('Territory', { Name: 'North' })
    await crm().ok('Update', { AbEntry: { Data: { Key: company, TerritoryKey: territory } } })
    assert.deepEqual(codes((await remove('Territory', territory)).Errors), [-4007])
  })
  test('SalesStage is written by the service alone, and ColumnSetup cannot be created', async () => {
    assert.deepEqual(await refused('SalesStage', {}), [-1003])
    assert.deepEqual(await refused('ColumnSetup', {}), [-1003])
    assert.deepEqual(await refused('History', {}), [-1003])
  })
  test('a new database has option items, a sales process with five stages, a team, column setups and its currency', async () => {
    const count = async (entity: string, query: Json = {}) => {
      const content = { Scope: { Fields: { Key: 1 } }, Criteria: { SearchQuery: query } }
      return (
        (await crm().ok('Read', { [entity]: content })).Data?.length ??
        (await crm().ok('Read', { [entity]: content }))[entity].Data.length
      )
    }
    const process = {
      SalesProcessSetup: {
        Scope: { Fields: { Key: 1 } },
        Criteria: { SearchQuery: { Description: 'Standard sales process' } },
      },
    }
    const [standard] = (await crm().ok('Read', process)).SalesProcessSetup.Data
    assert.equal(await count('SalesStageSetup', { SalesProcessSetupKey: standard.Key }), 5)
    for (const EntityType of [1, 2, 5, 19, 10003, 10015]) assert.equal(await count('ColumnSetup', { EntityType }), 1)
    assert.equal(await count('CurrencyRate', { CurrencyCode: 'USD' }), 1)
    const kinds = await crm().ok('Read', { Interaction: { FieldOptions: { Type: [{ Key: 1 }] } } })
    assert.ok(kinds.Interaction.FieldOptions.Type.some((item: Json) => item.Key === '60006'))
  })
  test('nothing crosses from one database to another', async () => {
    const other = await crm().addDatabase('other')
    const stranger = await crm().addPerson('MASTER', { Admin: true, Email: 'stranger@example.com' }, other)
    assert.equal(await crm().get('AbEntry', company, { Key: 1 }, stranger), undefined)
    assert.deepEqual(
      codes((await update('AbEntry', { Key: company, CompanyName: 'Mine' }, undefined, stranger)).Errors),
      [-3007],
    )
    assert.deepEqual(codes((await remove('AbEntry', company, stranger)).Errors), [-3007])
    assert.deepEqual(await refused('Case', { Subject: 'x', AbEntryKey: company }, stranger), [-3007])
  })
})
