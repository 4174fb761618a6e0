// Tests the further fields of leads, cases, territories, sales teams, personal access tokens and users.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { entities } from '../../../src/entities/index.ts'
import { eachCrm, type Json } from '../../support/crm.ts'
import { allFieldOptions } from '../../support/entity-rows.ts'

const codes = (problems: { ErrorCode: number }[]): number[] => problems.map(p => p.ErrorCode).sort()

eachCrm('Further fields', crm => {
  let acme = ''
  before(async () => {
    acme = await crm().create('AbEntry', { CompanyName: 'Acme' })
  })
  const update = (entity: string, data: Json, options: Json = {}) =>
    crm().ok('Update', { [entity]: { Data: data, Options: options } })

  test('Lead: Phone2, NoEmployees, SourceUrl, Campaign, Partner, ArchivedDate and Age', async () => {
    const campaign = await crm().create('Campaign', { Name: 'Spring' })
    const lead = await crm().create('Lead', {
      LastName: 'Doe',
      Phone2: { Number: '555-0123', Extension: '7' },
      NoEmployees: 12,
      SourceUrl: 'https://example.com/form',
      CampaignKey: campaign,
      PartnerKey: acme,
      CreationDate: '2020-01-01T00:00:00Z',
      ArchivedDate: '2020-01-11T12:00:00Z',
    })
    const fields = { Phone2: 1, NoEmployees: 1, SourceUrl: 1, Campaign: { Name: 1 }, Partner: { CompanyName: 1 } }
    const ages = { Age: { Value: 1, DisplayValue: 1 }, ArchivedDate: 1 }
    assert.deepEqual(await crm().get('Lead', lead, { ...fields, ...ages }), {
      Phone2: '555-0123',
      NoEmployees: 12,
      SourceUrl: 'https://example.com/form',
      Campaign: { Name: 'Spring' },
      Partner: { CompanyName: 'Acme' },
      Age: { Value: 10, DisplayValue: '10 days' },
      ArchivedDate: '2020-01-11T12:00:00Z',
    })
    const found = { Scope: { Fields: { Key: 1 } }, Criteria: { SearchQuery: { Age: { $EQ: 10 } } } }
    assert.deepEqual((await crm().ok('Read', { Lead: found })).Lead.Data, [{ Key: lead }])
    await update('Lead', { Key: lead, ArchivedDate: null })
    assert.ok((await crm().get('Lead', lead, { Age: 1 })).Age > 1_000)
    await update('Lead', { Key: lead, Partner: null })
    assert.equal((await crm().get('Lead', lead, { PartnerKey: 1 })).PartnerKey, null)
    const bad = { Lead: { Data: { LastName: 'x', NoEmployees: -1, PartnerKey: campaign, Age: 3 } } }
    assert.equal((await crm().refused('Create', bad)).length, 3)
  })
  test('AbEntry: Lead, Category, TerritoryStatus, and Territory as a record', async () => {
    const territory = await crm().create('Territory', { Name: 'South' })
    const data = { CompanyName: 'Star', Lead: true, Category: ['2'], TerritoryStatus: '1', TerritoryKey: territory }
    const key = await crm().create('AbEntry', data)
    const fields = { Lead: 1, Category: 1, TerritoryStatus: 1, Territory: { Name: 1 } }
    assert.deepEqual(await crm().get('AbEntry', key, fields), {
      Lead: true,
      Category: ['2'],
      TerritoryStatus: '1',
      Territory: { Name: 'South' },
    })
    const starred = { Scope: { Fields: { Key: 1 } }, Criteria: { SearchQuery: { Lead: true, Category: '2' } } }
    assert.deepEqual((await crm().ok('Read', { AbEntry: starred })).AbEntry.Data, [{ Key: key }])
    const wrong = { AbEntry: { Data: { Key: key, Lead: 'yes', Category: '99', TerritoryStatus: '99' } } }
    assert.equal((await crm().refused('Update', wrong)).length, 3)
    await crm().ok('Delete', { AbEntry: { Data: { Key: key } } })
    const found = await allFieldOptions(crm(), 'AbEntry')
    assert.ok(found.Category?.length && found.TerritoryStatus?.length)
  })
  test('Lead: FieldOptions of Partner are the entries that the caller may read', async () => {
    const hidden = await crm().create('AbEntry', { CompanyName: 'Hidden', SecAccess: { Read: [crm().admin.key] } })
    const { Partner } = await allFieldOptions(crm(), 'Lead')
    assert.deepEqual(Partner, [
      { Key: acme, DisplayValue: 'Acme' },
      { Key: hidden, DisplayValue: 'Hidden' },
    ])
    const asked = { Lead: { FieldOptions: { Partner: [{ DisplayValue: 1 }] } } }
    const shown = (await crm().ok('Read', asked, crm().user)).Lead.FieldOptions.Partner
    assert.deepEqual(shown, [{ DisplayValue: 'Acme' }])
  })
  test('Case: closing notes ResolvedDate and ResolvedBy, and stops the Age; reopening clears them', async () => {
    const options = { Case: { FieldOptions: { Status: [{ Key: 1, Name: 1, Group: 1 }] } } }
    const items: Json[] = (await crm().ok('Read', options)).Case.FieldOptions.Status
    const of = (group: string) => items.find(({ Group }) => Group === group)?.Key
    assert.deepEqual(new Set(items.map(({ Group }) => Group)), new Set(['open', 'resolved', 'abandoned']))
    const key = await crm().create('Case', { AbEntryKey: acme, Subject: 'Help', CreationDate: '2020-01-01' })
    const fields = { ResolvedDate: 1, ResolvedBy: { Uid: 1 }, Status: { Group: 1 } }
    assert.deepEqual(await crm().get('Case', key, fields), {
      ResolvedDate: null,
      ResolvedBy: null,
      Status: { Group: 'open' },
    })
    await update('Case', { Key: key, Status: of('resolved') })
    const closed = await crm().get('Case', key, { ...fields, Age: { Value: 1 } })
    assert.deepEqual([closed.ResolvedBy, closed.Status], [{ Uid: 'MASTER' }, { Group: 'resolved' }])
    assert.match(closed.ResolvedDate, /^\d{4}-/)
    await update('Case', { Key: key, Status: of('abandoned') })
    assert.equal((await crm().get('Case', key, { ResolvedDate: 1 })).ResolvedDate, closed.ResolvedDate)
    await update('Case', { Key: key, Status: of('open') })
    assert.equal((await crm().get('Case', key, { ResolvedDate: 1 })).ResolvedDate, null)
    const data = { Key: key, ResolvedDate: '2020-01-01T00:00:00Z', ResolvedBy: { Uid: 'JOE' }, Status: of('resolved') }
    const refused = await crm().refused('Update', { Case: { Data: data } }, crm().user)
    assert.deepEqual(
      refused.map(({ Path }) => Path),
      ['Case.Data.ResolvedDate', 'Case.Data.ResolvedBy'],
    )
    await update('Case', data)
    const resolved = await crm().get('Case', key, { ...fields, Status: { Group: { Value: 1, DisplayValue: 1 } } })
    const Group = { Value: 'resolved', DisplayValue: 'resolved' }
    assert.deepEqual(resolved, { ResolvedDate: data.ResolvedDate, ResolvedBy: data.ResolvedBy, Status: { Group } })
    const asked = { Case: { FieldOptions: { Status: [{ Key: 1, Group: { Value: 1 } }] } } }
    const [first] = (await crm().ok('Read', asked)).Case.FieldOptions.Status
    assert.deepEqual(first, { Key: '57997', Group: { Value: 'open' } })
  })
  test('Territory: Active, SortOrder, and an AccountManager in a list of one', async () => {
    const key = await crm().create('Territory', { Name: 'North', SortOrder: 3, AccountManager: [{ Uid: 'JOE' }] })
    const fields = { Active: 1, SortOrder: 1, AccountManager: [{ Uid: 1 }] }
    assert.deepEqual(await crm().get('Territory', key, fields), {
      Active: true,
      SortOrder: 3,
      AccountManager: [{ Uid: 'JOE' }],
    })
    await update('Territory', { Key: key, Active: false, AccountManager: [crm().admin.key] })
    const changed = await crm().get('Territory', key, { Active: 1, AccountManager: 1 })
    assert.deepEqual(changed, { Active: false, AccountManager: crm().admin.key })
  })
  test('SalesTeam: members have a Right; Append and Remove edit the list', async () => {
    const [joe, master] = [crm().user.key, crm().admin.key]
    const key = await crm().create('SalesTeam', { DisplayName: 'East', Members: [{ Key: joe, Role: 1, Right: 1 }] })
    const members = async () =>
      (await crm().get('SalesTeam', key, { Members: [{ Uid: 1, Role: 1, Right: 1 }] })).Members
    assert.deepEqual(await members(), [{ Uid: 'JOE', Role: 1, Right: 1 }])
    await update('SalesTeam', { Key: key, Members: [{ Key: master }] }, { Append: true })
    assert.deepEqual(await members(), [
      { Uid: 'JOE', Role: 1, Right: 1 },
      { Uid: 'MASTER', Role: 0, Right: 2 },
    ])
    await update('SalesTeam', { Key: key, Members: [{ Key: joe, Right: '0' }] }, { Append: true })
    assert.deepEqual((await members())[0], { Uid: 'JOE', Role: 0, Right: 0 })
    await update('SalesTeam', { Key: key, Members: [joe] }, { Remove: true })
    assert.deepEqual(await members(), [{ Uid: 'MASTER', Role: 0, Right: 2 }])
    const wrong = { SalesTeam: { Data: { Key: key, Members: [{ Key: joe, Right: 9, Role: 2 }] } } }
    assert.deepEqual(codes(await crm().refused('Update', wrong)), [-3006, -3006])
  })
  test('PersonalAccessToken: RevokeDate, and an ExpirationDate that can only come forward', async () => {
    const key = await crm().create('PersonalAccessToken', { Name: 'short' })
    const soon = new Date(Date.now() + 86_400_000).toISOString().replace(/\.\d+/, '')
    await update('PersonalAccessToken', { Key: key, ExpirationDate: soon })
    const fields = { ExpirationDate: 1, RevokeDate: 1 }
    assert.deepEqual(await crm().get('PersonalAccessToken', key, fields), { ExpirationDate: soon, RevokeDate: null })
    for (const date of [new Date(Date.now() + 9 * 86_400_000).toISOString(), '2020-01-01', null]) {
      const data = { Key: key, ExpirationDate: date }
      assert.equal((await crm().refused('Update', { PersonalAccessToken: { Data: data } })).length, 1)
    }
    await update('PersonalAccessToken', { Key: key, Status: 2 })
    assert.match((await crm().get('PersonalAccessToken', key, fields)).RevokeDate, /^\d{4}-/)
  })
  test('User: Permissions follow from the rights, for each area that is an entity', async () => {
    const area = { AbEntry: 1, Territory: { Create: 1, Read: 1 } }
    const all = { Create: true, Read: true, Update: true, Delete: true }
    assert.deepEqual((await crm().get('User', crm().user.key, { Permissions: area })).Permissions, {
      AbEntry: all,
      Territory: { Create: false, Read: true },
    })
    const { Permissions } = await crm().get('User', crm().admin.key, { Permissions: 1 })
    assert.deepEqual(Permissions.Territory, all)
    const gone = await crm().addPerson('GONE', { Enabled: false })
    const none = { Create: false, Read: false, Update: false, Delete: false }
    assert.deepEqual((await crm().get('User', gone.key, { Permissions: { AbEntry: 1 } })).Permissions.AbEntry, none)
    const created = entities.filter(({ operations }) => operations.includes('Create'))
    assert.deepEqual(Object.keys(Permissions).sort(), created.map(({ name }) => name).sort())
    const own = await crm().get('User', crm().user.key, { Permissions: 1 })
    for (const { name, operations, adminWrites = false } of created) {
      assert.equal(own.Permissions[name].Create, !adminWrites, name)
      assert.equal(Permissions[name].Update, operations.includes('Update'), name)
    }
  })
})
