// Tests how the selected values read: names, parts, users, options, amounts, stages and user-defined fields.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { eachCrm, type Json } from '../../support/crm.ts'
import { type Reader, readerOf } from '../../support/reader.ts'
import { fillSmallWorld, type SmallWorld } from '../../support/small-world.ts'

eachCrm('Values', crm => {
  let reader: Reader
  let world: SmallWorld
  before(async () => {
    reader = readerOf(crm())
    world = await fillSmallWorld(crm(), reader)
  })
  const one = async (entity: string, name: string, fields: Json, more?: Json): Promise<Json> => {
    const [record] = await reader.rows(entity, { Key: reader.key(name) }, fields, more)
    return record
  }

  test('members keep the order of the request', async () => {
    const record = await one('AbEntry', 'acme', { Type: 1, Key: 1, FullName: 1 })
    assert.deepEqual(Object.keys(record), ['Type', 'Key', 'FullName'])
  })

  test('1, true and "1" include; 0, false and "0" leave out', async () => {
    const fields = { Type: true, CompanyName: '1', FullName: 0, Key: false, Email: '0' }
    assert.deepEqual(await one('AbEntry', 'acme', fields), { Type: 'Company', CompanyName: 'Acme Corp' })
  })

  test('without Scope only the key comes', async () => {
    const query = { Criteria: { SearchQuery: { Key: reader.key('acme') } } }
    const answer = await crm().ok('Read', { AbEntry: query })
    assert.deepEqual(answer.AbEntry, { Data: [{ Key: reader.key('acme') }] })
    const all = await crm().ok('Read', { Territory: {} })
    assert.deepEqual(all, { Code: 0, Territory: { Data: [{ Key: reader.key('territory') }] } })
  })

  test('FullName and DisplayValue follow Type [C-2.1-11]', async () => {
    for (const [name, shown] of Object.entries({
      acme: 'Acme Corp',
      ann: 'Ann Q Archer',
      ida: 'Ida Johnston - Freelance',
    })) {
      const record = await one('AbEntry', name, { FullName: 1, DisplayValue: 1 })
      assert.deepEqual(record, { FullName: shown, DisplayValue: shown })
    }
  })

  test("a contact's CompanyName is its parent's [C-2.1-07]", async () => {
    assert.deepEqual(await one('AbEntry', 'ann', { CompanyName: 1 }), { CompanyName: 'Acme Corp' })
  })

  test('both spellings of Website', async () => {
    const record = await one('AbEntry', 'acme', { Website: 1, WebSite: 1 })
    assert.deepEqual(record, { Website: 'https://acme.example', WebSite: 'https://acme.example' })
  })

  test('phones, e-mails and addresses by themselves, by their parts, and by path [C-4.5-02]', async () => {
    const record = await one('AbEntry', 'acme', {
      Phone: 1,
      Phone2: { Number: 1, Extension: 1, Description: 1 },
      Phone3: { Number: 1 },
      Email2: 1,
      'Email2/Description': 1,
      Address: { City: 1, ZipCode: 1, location: { Longitude: 1 } },
      'Address/Location': 1,
    })
    assert.deepEqual(record, {
      Phone: '+1 (613) 555-0199',
      Phone2: { Number: '613 555 0200', Extension: '12', Description: 'Desk' },
      Phone3: null,
      Email2: 'sales@acme.example',
      'Email2/Description': 'Sales',
      Address: { City: 'Ottawa', ZipCode: null, location: { Longitude: -75.6972 } },
      'Address/Location': { Longitude: -75.6972, Latitude: 45.4215 },
    })
  })

  test('a field without a value is null, as an object too; SecAccess has its two empty lists', async () => {
    const record = await one('AbEntry', 'bob', {
      Email: 1,
      Address: { City: 1 },
      LastContactDate: { Value: 1, DisplayValue: 1 },
      AccountManager: { Value: 1 },
      MiddleName: { Value: 1 },
      SecAccess: 1,
    })
    assert.deepEqual(record, {
      Email: null,
      Address: null,
      LastContactDate: null,
      AccountManager: null,
      MiddleName: null,
      SecAccess: { Read: [], Write: [] },
    })
  })

  test('users with their names, keys and ids [C-2.1-20]', async () => {
    const fields = {
      AccountManager: { Value: 1, Uid: 1, Key: 1, DisplayValue: 1, DisplayName: 1, Email: 1 },
      Creator: 1,
    }
    const { AccountManager, Creator } = await one('AbEntry', 'acme', fields)
    assert.deepEqual(AccountManager, {
      Value: 'Joe Plain',
      Uid: 'JOE',
      Key: crm().user.key,
      DisplayValue: 'Joe Plain',
      DisplayName: 'Joe Plain',
      Email: 'joe@example.com',
    })
    assert.equal(Creator, crm().admin.key)
  })

  test('a key by its parts', async () => {
    const { Key } = await one('AbEntry', 'acme', { Key: { Value: 1, ID: 1, EntityType: 1, Uid: 1 } })
    assert.equal(Key.Value, reader.key('acme'))
    assert.equal(atob(Key.Value), `AbEntry\t${Key.ID}`)
    assert.deepEqual([Key.EntityType, Key.Uid], ['AbEntry', null])
  })

  test('Parent with any fields of an entry, and its own parts [C-2.1-05]', async () => {
    const fields = { Parent: { Key: 1, Type: 1, CompanyName: 1, Address: { City: 1 }, Phone2: 1 }, 'Parent/Email': 1 }
    assert.deepEqual(await one('AbEntry', 'ann', fields), {
      Parent: {
        Key: reader.key('acme'),
        Type: 'Company',
        CompanyName: 'Acme Corp',
        Address: { City: 'Ottawa' },
        Phone2: '613 555 0200',
      },
      'Parent/Email': 'info@acme.example',
    })
    assert.deepEqual(await one('AbEntry', 'acme', { Parent: 1 }), { Parent: null })
  })

  test('an array selector on a single option, user or record gives an array of one, or an empty one [C-4.5-03]', async () => {
    const fields = { RevenueType: [{ Key: 1, DisplayValue: 1 }], Leader: [{ Uid: 1 }], Status: [1] }
    assert.deepEqual(await one('Opportunity', 'anvils', fields), {
      RevenueType: [{ Key: '60001', DisplayValue: 'New Business' }],
      Leader: [{ Uid: 'JOE' }],
      Status: [2],
    })
    assert.deepEqual((await one('Opportunity', 'nuts', { RevenueType: [{ Key: 1 }] })).RevenueType, [])
    assert.deepEqual((await one('AbEntry', 'ann', { MrMs: [{ DisplayValue: 1 }] })).MrMs, [{ DisplayValue: 'Ms.' }])
  })

  test('titles read as their text, with the key of the option that suggests them', async () => {
    const record = await one('AbEntry', 'ann', { Position: 1, MrMs: { Key: 1, Value: 1, DisplayValue: 1 } })
    assert.equal(record.Position, 'CEO')
    assert.equal(record.MrMs.DisplayValue, 'Ms.')
    assert.match(record.MrMs.Key, /^\d+$/)
  })

  test('the Type of an interaction with its icon and directions [C-2.2-01]', async () => {
    const sub = { Key: 1, Value: 1, Name: 1, DisplayValue: 1, Icon: 1, BiDirectional: 1, External: 1 }
    const { Type } = await one('Interaction', 'call', { Type: sub })
    assert.equal(Type.Key, '60001')
    assert.deepEqual([Type.Value, Type.Name, Type.DisplayValue], ['Phone Call', 'Phone Call', 'Phone Call'])
    assert.equal(typeof Type.BiDirectional, 'boolean')
    assert.equal(typeof Type.External, 'boolean')
    assert.equal(typeof Type.Icon, 'string')
  })

  test('lists of records and users: keys, objects, and paths through them', async () => {
    const fields = {
      AbEntries: [{ Key: 1, CompanyName: 1, Address: { Location: 1 } }],
      'AbEntries/Key': 1,
      Users: [{ Uid: 1, DisplayValue: 1 }],
      Leads: 1,
      AbEntryKey: 1,
    }
    assert.deepEqual(await one('Interaction', 'mail', fields), {
      AbEntries: [
        {
          Key: reader.key('acme'),
          CompanyName: 'Acme Corp',
          Address: { Location: { Longitude: -75.6972, Latitude: 45.4215 } },
        },
        { Key: reader.key('secret'), CompanyName: 'Secret Ltd', Address: null },
      ],
      'AbEntries/Key': [reader.key('acme'), reader.key('secret')],
      Users: [
        { Uid: 'MASTER', DisplayValue: 'Mary Master' },
        { Uid: 'JOE', DisplayValue: 'Joe Plain' },
      ],
      Leads: null,
      AbEntryKey: reader.key('acme'),
    })
  })

  test('amounts: number, currency, display value; corporate ones beside [C-2.3-06, C-2.3-07, C-2.3-08, C-2.3-09]', async () => {
    const money = { Value: 1, CurrencyCode: 1, DisplayValue: 1 }
    const fields = { ForecastRevenue: money, ActualRevenue: money, Cost: money, CorporateRevenue: 1, Revenue: money }
    assert.deepEqual(await one('Opportunity', 'anvils', fields), {
      ForecastRevenue: { Value: 800, CurrencyCode: 'EUR', DisplayValue: '€800.00' },
      ActualRevenue: null,
      Cost: { Value: 100.25, CurrencyCode: 'USD', DisplayValue: '$100.25' },
      CorporateRevenue: 1000,
      Revenue: { Value: 800, CurrencyCode: 'EUR', DisplayValue: '€800.00' },
    })
    assert.equal((await one('Opportunity', 'bolts', { Revenue: 1 })).Revenue, 450.5)
  })

  test('the sales process and the current stage of an opportunity [C-2.3-13, C-2.3-15, C-2.3-16, C-2.3-17]', async () => {
    const stage = { Key: 1, Setup: { Key: 1 }, Description: 1, TargetAge: 1, ProbabilityClose: 1, DisplayValue: 1 }
    const fields = {
      SalesProcess: { Key: 1, Setup: { Key: 1, Description: 1 }, Description: 1, DisplayValue: 1 },
      SalesProcessSetup: { Key: 1, DisplayValue: 1 },
      'SalesProcess/Setup': 1,
      CurrentSalesStage: { ...stage, Age: { Value: 1, DisplayValue: 1 } },
      CurrentSalesStageAge: { Value: 1, DisplayValue: 1 },
    }
    const record = await one('Opportunity', 'anvils', fields)
    const name = 'Standard sales process'
    assert.deepEqual(record.SalesProcess, {
      Key: world.process,
      Setup: { Key: world.process, Description: name },
      Description: name,
      DisplayValue: name,
    })
    assert.deepEqual(record.SalesProcessSetup, { Key: world.process, DisplayValue: name })
    const { Key, ...current } = record.CurrentSalesStage
    assert.match(atob(Key), /^SalesStage\t/)
    assert.deepEqual(current, {
      Setup: { Key: world.stage },
      Description: 'Needs analysis',
      TargetAge: 14,
      ProbabilityClose: 25,
      DisplayValue: 'Needs analysis',
      Age: { Value: 0, DisplayValue: '0 days' },
    })
    assert.deepEqual(record.CurrentSalesStageAge, { Value: 0, DisplayValue: '0 days' })
    const none = { SalesProcess: 1, CurrentSalesStage: { Key: 1 }, CurrentSalesStageAge: { Value: 1 } }
    assert.deepEqual(await one('Opportunity', 'nuts', none), {
      SalesProcess: null,
      CurrentSalesStage: null,
      CurrentSalesStageAge: null,
    })
  })

  test('the stages of an opportunity come in the order of the process [C-2.4-01, C-2.4-02]', async () => {
    const fields = { Description: 1, ProbabilityClose: 1, Current: 1, Age: { DisplayValue: 1 } }
    const rows = await reader.rows('SalesStage', { OpportunityKey: { $EQ: reader.key('anvils') } }, fields)
    assert.deepEqual(
      rows.map(row => [row.Description, row.ProbabilityClose, row.Current, row.Age.DisplayValue]),
      [
        ['Qualification', 10, false, '0 days'],
        ['Needs analysis', 25, true, '0 days'],
        ['Proposal', 50, false, '0 days'],
        ['Negotiation', 75, false, '0 days'],
        ['Closing', 90, false, '0 days'],
      ],
    )
  })

  test('user-defined fields in all three spellings, nested, and absolute', async () => {
    const id = world.udf.Size
    const fields = {
      [`Udf/$TYPEID(${id})`]: 1,
      'Udf/$NAME(Size)': 1,
      'udf/$tag(SIZE)': 1,
      [`/AbEntry/Udf/$TYPEID(${id})`]: 1,
      Udf: { '$NAME(Motto)': 1, '$NAME(Budget)': { Value: 1, DisplayValue: 1 } },
      'Udf/$NAME(Colours)': [{ Key: 1, DisplayValue: 1 }],
      'Udf/$NAME(Founded)': { Value: 1, DisplayValue: 1 },
    }
    assert.deepEqual(await one('AbEntry', 'acme', fields), {
      [`Udf/$TYPEID(${id})`]: 250,
      'Udf/$NAME(Size)': 250,
      'udf/$tag(SIZE)': 250,
      [`/AbEntry/Udf/$TYPEID(${id})`]: 250,
      Udf: { '$NAME(Motto)': 'Ever onward', '$NAME(Budget)': { Value: 1234.56, DisplayValue: '$1,234.56' } },
      'Udf/$NAME(Colours)': [
        { Key: '1', DisplayValue: 'Red' },
        { Key: '3', DisplayValue: 'Blue' },
      ],
      'Udf/$NAME(Founded)': { Value: '1999-12-31', DisplayValue: 'Dec 31, 1999' },
    })
  })

  test('absolute names', async () => {
    const fields = { '/AbEntry/CompanyName': 1, '/abentry/Address/City': 1 }
    assert.deepEqual(await one('AbEntry', 'acme', fields), {
      '/AbEntry/CompanyName': 'Acme Corp',
      '/abentry/Address/City': 'Ottawa',
    })
    const [problem] = await crm().refused('Read', { AbEntry: { Scope: { Fields: { '/Lead/CompanyName': 1 } } } })
    assert.equal(problem?.ErrorCode, -3000)
  })

  test('Fields: 1 is everything that needs no driver, on every entity', async () => {
    const record = await one('AbEntry', 'acme', 1)
    assert.equal(record.CompanyName, 'Acme Corp')
    assert.equal(record[`Udf/$TYPEID(${world.udf.Size})`], 250)
    assert.ok(!('Parent' in record) && !('DeletedDate' in record))
    const { Revenue } = await one('Opportunity', 'anvils', 1)
    assert.equal(Revenue, undefined)
  })

  test('SecAccess and SecStatus [C-2.1-25]', async () => {
    const fields = { SecAccess: 1, 'SecAccess/Read': 1, SecStatus: 1 }
    assert.deepEqual(await one('AbEntry', 'secret', fields), {
      SecAccess: { Read: [reader.key('group')], Write: [reader.key('group')] },
      'SecAccess/Read': [reader.key('group')],
      SecStatus: 'ReadWrite',
    })
  })

  test('columns of a column setup by an array selector', async () => {
    const query = { EntityType: { $EQ: 1 } }
    const [setup] = await reader.rows('ColumnSetup', query, { Name: 1, Columns: [{ ID: 1, template: 1, Width: 1 }] })
    assert.deepEqual(Object.keys(setup.Columns[0]), ['ID', 'template', 'Width'])
    assert.equal(setup.Columns[0].ID, 'C0')
  })

  test('more user-defined fields than an engine can join', async () => {
    const server = crm()
    for (let i = 0; i < 70; i++) {
      await server.ok('Create', {
        Schema: { Data: { Key: null, Name: `Extra ${i}`, Type: 'StringField', AppliesTo: ['Lead'] } },
      })
    }
    await server.ok('Update', { Lead: { Data: { Key: reader.key('lead'), 'Udf/$NAME(Extra 69)': 'here' } } })
    const [record] = await reader.rows('Lead', { Key: reader.key('lead') }, 1)
    assert.equal(Object.keys(record).filter(name => name.startsWith('Udf/')).length, 70)
    assert.equal((await reader.rows('Lead', { 'Udf/$NAME(Extra 69)': 'HERE' }, { Key: 1 })).length, 1)
  })
})
