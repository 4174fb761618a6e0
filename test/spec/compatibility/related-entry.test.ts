// Tests relations between entries and their reverse rows.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { addMissingLists } from '../../../src/operations/system/default-lists.ts'
import { eachCrm, type Json } from '../../support/crm.ts'
import { allFieldOptions, schemaFields } from '../../support/entity-rows.ts'

const codes = (problems: { ErrorCode: number }[]): number[] => problems.map(p => p.ErrorCode).sort()

eachCrm('RelatedEntry', crm => {
  let [acme, bolt] = ['', '']
  before(async () => {
    acme = await crm().create('AbEntry', { CompanyName: 'Acme' })
    bolt = await crm().create('AbEntry', { CompanyName: 'Bolt' })
  })
  const from = async (key: string, fields: Json, as = crm().admin) => {
    const content = { Scope: { Fields: fields }, Criteria: { SearchQuery: { FromKey: { $EQ: key } } } }
    return (await crm().ok('Read', { RelatedEntry: content }, as)).RelatedEntry.Data
  }

  test('a relation has a reverse row, which follows it in every write', async () => {
    const sent = { FromKey: acme, ToKey: bolt, RelationType: '60001', Description: 'sells for them' }
    const { Key } = (await crm().ok('Create', { RelatedEntry: { Data: { Key: null, ...sent } } })).RelatedEntry.Data
    const fields = { Key: 1, ToKey: 1, To: { CompanyName: 1 }, RelationType: 1, Description: 1, DisplayValue: 1 }
    const [there] = await from(acme, { ...fields, ReverseRelatedEntryKey: 1 })
    const [back] = await from(bolt, { ...fields, ReverseRelatedEntryKey: 1 })
    const { ReverseRelatedEntryKey: reverse, ...shown } = there
    assert.deepEqual(shown, {
      Key,
      ToKey: bolt,
      To: { CompanyName: 'Bolt' },
      RelationType: '60001',
      Description: 'sells for them',
      DisplayValue: 'Bolt',
    })
    assert.deepEqual(back, {
      ...shown,
      Key: reverse,
      ToKey: acme,
      To: { CompanyName: 'Acme' },
      DisplayValue: 'Acme',
      ReverseRelatedEntryKey: Key,
    })
    await crm().ok('Update', { RelatedEntry: { Data: { Key: reverse, RelationType: 60002, Description: null } } })
    assert.deepEqual(await crm().get('RelatedEntry', Key, { RelationType: { DisplayValue: 1 }, Description: 1 }), {
      RelationType: { DisplayValue: 'Supplier' },
      Description: null,
    })
    await crm().ok('Delete', { RelatedEntry: { Data: { Key: reverse } } })
    assert.deepEqual([await from(acme, { Key: 1 }), await from(bolt, { Key: 1 })], [[], []])
    await crm().ok('Restore', { RelatedEntry: { Data: { Key: reverse } } })
    assert.deepEqual([await from(acme, { Key: 1 }), await from(bolt, { Key: 1 })], [[{ Key }], [{ Key: reverse }]])
    await crm().ok('Delete', { RelatedEntry: { Data: { Key } } })
  })
  test('a relation goes with either of its entries, and is hidden with either', async () => {
    const gone = await crm().create('AbEntry', { CompanyName: 'Gone' })
    await crm().create('RelatedEntry', { FromKey: acme, ToKey: { Key: gone } })
    assert.equal((await from(acme, { Key: 1 })).length, 1)
    await crm().ok('Delete', { AbEntry: { Data: { Key: gone } } })
    assert.deepEqual(await from(acme, { Key: 1 }), [])
    const hidden = await crm().create('AbEntry', { CompanyName: 'Hidden', SecAccess: { Read: [crm().admin.key] } })
    await crm().create('RelatedEntry', { FromKey: acme, ToKey: hidden })
    assert.deepEqual(await from(acme, { Key: 1 }, crm().user), [])
    const sent = { RelatedEntry: { Data: { FromKey: acme, ToKey: hidden } } }
    assert.deepEqual(codes(await crm().refused('Create', sent, crm().user)), [-3007])
  })
  test('refused: no ends, an entry with itself, other ends by Update, an unknown type', async () => {
    const refused = async (operation: string, data: Json) =>
      codes(await crm().refused(operation, { RelatedEntry: { Data: data } }))
    assert.deepEqual(await refused('Create', {}), [-4000, -4000])
    assert.deepEqual(await refused('Create', { FromKey: acme, ToKey: acme }), [-4008])
    assert.deepEqual(await refused('Create', { FromKey: acme, ToKey: bolt, RelationType: '7' }), [-3006])
    const key = await crm().create('RelatedEntry', { FromKey: acme, ToKey: bolt })
    assert.equal((await refused('Update', { Key: key, ToKey: acme })).length, 1)
    assert.equal((await refused('Update', { Key: key, ReverseRelatedEntryKey: key })).length, 1)
  })
  test('Schema and FieldOptions describe it', async () => {
    const rows = await schemaFields(crm(), 'RelatedEntry')
    assert.equal(rows.get('ReverseRelatedEntryKey').Type, 'KeyField')
    assert.deepEqual((await allFieldOptions(crm(), 'RelatedEntry')).RelationType?.[0], {
      Key: '60001',
      DisplayValue: 'Partner',
    })
  })
  test('a database of an earlier release gets the items at the next start, once', async () => {
    const { store } = crm().server
    const other = await crm().addDatabase('older')
    const count = async () => {
      const sql = `select count(*) from option_item where db = ${other.id} and list = 'RelatedEntry.RelationType'`
      return Number((await store.read({ sql, params: [] }))[0]?.[0])
    }
    const all = await count()
    assert.ok(all > 0)
    await store.write(async tx => {
      await tx.run({
        sql: `delete from option_item where db = ${other.id} and list = 'RelatedEntry.RelationType'`,
        params: [],
      })
    })
    await addMissingLists(store)
    assert.equal(await count(), all)
    await addMissingLists(store)
    assert.equal(await count(), all)
  })
})
