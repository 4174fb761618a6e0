// Tests favorite lists and the reads that they narrow.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { drivers, eachCrm, type Json } from '../../support/crm.ts'
import { allFieldOptions, schemaFields } from '../../support/entity-rows.ts'

const codes = (problems: { ErrorCode: number }[]): number[] => problems.map(p => p.ErrorCode).sort()

eachCrm('FavoriteList', crm => {
  let [acme, bolt, cell] = ['', '', '']
  before(async () => {
    acme = await crm().create('AbEntry', { CompanyName: 'Acme' })
    bolt = await crm().create('AbEntry', { CompanyName: 'Bolt' })
    cell = await crm().create('AbEntry', { CompanyName: 'Cell' })
  })
  const read = async (entity: string, criteria: Json) => {
    const content = { Scope: { Fields: { Key: 1 } }, Criteria: criteria }
    const { Data } = (await crm().ok('Read', { [entity]: content, Configuration: drivers }))[entity]
    return Data.map(({ Key }: Json) => Key)
  }
  const refused = async (operation: string, data: Json) =>
    codes(await crm().refused(operation, { FavoriteList: { Data: data } }))

  test('a Read with Criteria.FavoriteList gives its members, with or without SearchQuery', async () => {
    const list = await crm().create('FavoriteList', { Name: 'Mine', EntityType: 1, MemberKeys: [acme, { Key: bolt }] })
    const fields = { Name: 1, EntityType: 1, MemberKeys: 1, DisplayValue: 1 }
    assert.deepEqual(await crm().get('FavoriteList', list, fields), {
      Name: 'Mine',
      EntityType: 1,
      MemberKeys: [acme, bolt],
      DisplayValue: 'Mine',
    })
    assert.deepEqual(await read('AbEntry', { FavoriteList: list }), [acme, bolt])
    assert.deepEqual(await read('AbEntry', { FavoriteList: { Key: list }, SearchQuery: null }), [acme, bolt])
    for (const name of ['Bolt', 'Acme', 'Bolt', 'Cell', 'Acme'])
      assert.deepEqual(
        await read('AbEntry', { FavoriteList: list, SearchQuery: { CompanyName: { $EQ: name } } }),
        name === 'Cell' ? [] : [name === 'Bolt' ? bolt : acme],
      )
    const any = { $OR: [{ CompanyName: 'Cell' }, { CompanyName: 'Acme' }] }
    assert.deepEqual(await read('AbEntry', { FavoriteList: list, SearchQuery: any }), [acme])
    assert.deepEqual(await read('AbEntry', { FavoriteList: null, SearchQuery: { CompanyName: 'Cell' } }), [cell])
    assert.deepEqual(await read('AbEntry', { SearchQuery: { 'FavoriteLists/Key': list } }), [acme, bolt])
    assert.deepEqual((await crm().get('AbEntry', acme, { FavoriteLists: 1 })).FavoriteLists, [list])
  })
  test('opportunities, cases and leads have lists of their own', async () => {
    const made = [
      [2, 'Opportunity', await crm().create('Opportunity', { AbEntryKey: acme, Objective: 'Sell' })],
      [5, 'Case', await crm().create('Case', { AbEntryKey: acme, Subject: 'Help' })],
      [19, 'Lead', await crm().create('Lead', { LastName: 'Doe' })],
    ] as const
    for (const [type, entity, key] of made) {
      const list = await crm().create('FavoriteList', { Name: entity, MemberKeys: [key] })
      assert.equal((await crm().get('FavoriteList', list, { EntityType: 1 })).EntityType, type)
      assert.deepEqual(await read(entity, { FavoriteList: list }), [key])
    }
  })
  test('Update replaces the members; Append adds, Remove removes; Delete and Restore', async () => {
    const list = await crm().create('FavoriteList', { Name: 'Edited', MemberKeys: [acme] })
    const edit = async (members: string[], options: Json = {}) => {
      await crm().ok('Update', { FavoriteList: { Data: { Key: list, MemberKeys: members }, Options: options } })
      return read('AbEntry', { FavoriteList: list })
    }
    assert.deepEqual(await edit([bolt, acme], { Append: true }), [acme, bolt])
    assert.deepEqual(await edit([acme], { Remove: true }), [bolt])
    assert.deepEqual(await edit([cell]), [cell])
    await crm().ok('Delete', { FavoriteList: { Data: { Key: list } } })
    assert.deepEqual(await read('AbEntry', { FavoriteList: list }), [])
    await crm().ok('Restore', { FavoriteList: { Data: { Key: list } } })
    assert.deepEqual(await read('AbEntry', { FavoriteList: list }), [cell])
  })
  test('refused: no name, a member of another entity, another EntityType, a key of no list', async () => {
    assert.deepEqual(await refused('Create', {}), [-4000])
    const data = { Name: 'x', EntityType: 2, MemberKeys: [acme] }
    const [problem] = await crm().refused('Create', { FavoriteList: { Data: data } })
    assert.match(problem?.Message ?? '', /is a key of AbEntry, and the list is for Opportunity/)
    assert.deepEqual(await refused('Create', { Name: 'x', EntityType: 3 }), [-3006])
    const list = await crm().create('FavoriteList', { Name: 'x' })
    assert.equal((await refused('Update', { Key: list, EntityType: 2 })).length, 1)
    const wrong = { AbEntry: { Scope: { Fields: { Key: 1 } }, Criteria: { FavoriteList: acme } } }
    const [criterion] = await crm().refused('Read', wrong)
    assert.equal(criterion?.Path, 'AbEntry.Criteria.FavoriteList')
  })
  test('Schema and FieldOptions describe it', async () => {
    assert.equal((await schemaFields(crm(), 'FavoriteList')).get('MemberKeys').Type, 'ListField<Key>')
    const { EntityType } = await allFieldOptions(crm(), 'FavoriteList')
    assert.deepEqual(
      EntityType?.map(({ Key }) => Key),
      [1, 2, 5, 19],
    )
  })
})
