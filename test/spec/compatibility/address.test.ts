// Tests the addresses of entries, and that the default one and the entry's copy of it stay equal.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachCrm, type Json } from '../../support/crm.ts'

const codes = (problems: { ErrorCode: number }[]): number[] => problems.map(p => p.ErrorCode).sort()

const ottawa = {
  AddressLine1: '1 Main Street',
  City: 'Ottawa',
  StateProvince: 'ON',
  ZipCode: 'K1A 0A9',
  Country: 'Canada',
}
const line = '1 Main Street, Ottawa, ON K1A 0A9, Canada'

eachCrm('Address', crm => {
  const addressesOf = async (entry: string, fields: Json = { Key: 1, City: 1, Default: 1 }, as = crm().admin) => {
    const content = { Scope: { Fields: fields }, Criteria: { SearchQuery: { ParentKey: { $EQ: entry } } } }
    return (await crm().ok('Read', { Address: content }, as)).Address.Data
  }
  const historyOf = async (key: string) => {
    const fields = { Operation: 1, Changes: 1 }
    const content = { Scope: { Fields: fields }, Criteria: { SearchQuery: { ParentKey: { $EQ: key } } } }
    return (await crm().ok('Read', { History: content })).History.Data
  }
  const operations = async (key: string) => (await historyOf(key)).map((row: Json) => row.Operation)
  const entryWith = async (Address: Json) => {
    const entry = await crm().create('AbEntry', { CompanyName: 'Acme', Address })
    return { entry, key: (await crm().get('AbEntry', entry, { Address: { Key: 1 } })).Address?.Key }
  }
  const cityOf = async (entry: string) => (await crm().get('AbEntry', entry, { Address: { City: 1 } })).Address?.City
  const versionOf = async (entity: string, key: string) => (await crm().get(entity, key, { Version: 1 })).Version
  const update = (entity: string, data: Json) => crm().ok('Update', { [entity]: { Data: data } })

  test('an entry created with an Address has one row, the default; one without has none', async () => {
    const { entry, key } = await entryWith({ ...ottawa, Description: 'Office' })
    assert.deepEqual(await crm().get('AbEntry', entry, { Address: 1 }), {
      Address: {
        Key: key,
        AddressLine1: '1 Main Street',
        AddressLine2: null,
        City: 'Ottawa',
        StateProvince: 'ON',
        ZipCode: 'K1A 0A9',
        Country: 'Canada',
        Description: 'Office',
        Location: null,
        Default: true,
        DisplayValue: line,
      },
    })
    const shown = {
      Key: 1,
      ParentKey: 1,
      ...ottawa,
      Description: 1,
      Default: 1,
      DisplayValue: 1,
      Version: 1,
      Creator: 1,
    }
    const [row, ...others] = await addressesOf(entry, Object.fromEntries(Object.keys(shown).map(name => [name, 1])))
    assert.deepEqual(others, [])
    assert.deepEqual(row, {
      Key: key,
      ParentKey: entry,
      ...ottawa,
      Description: 'Office',
      Default: true,
      DisplayValue: line,
      Version: 1,
      Creator: crm().admin.key,
    })
    assert.deepEqual(await operations(key), ['Create'])
    const bare = await crm().create('AbEntry', { CompanyName: 'Bare' })
    assert.deepEqual(await addressesOf(bare), [])
    assert.deepEqual(await crm().get('AbEntry', bare, { Address: 1 }), { Address: null })
    assert.deepEqual(await crm().get('AbEntry', bare, { Address: { Key: 1, Default: 1, DisplayValue: 1 } }), {
      Address: null,
    })
  })

  test('Update of the entry changes the default row, with Version and history of both', async () => {
    const { entry, key } = await entryWith(ottawa)
    await update('AbEntry', { Key: entry, Address: { City: 'Gatineau', StateProvince: null } })
    assert.deepEqual(await addressesOf(entry), [{ Key: key, City: 'Gatineau', Default: true }])
    assert.deepEqual([await versionOf('AbEntry', entry), await versionOf('Address', key)], [2, 2])
    const { Changes } = (await historyOf(key)).find((row: Json) => row.Operation === 'Update')
    assert.deepEqual(Changes, [
      { Field: 'City', Before: 'Ottawa', After: 'Gatineau' },
      { Field: 'StateProvince', Before: 'ON', After: null },
    ])
    await update('AbEntry', { Key: entry, Address: { Key: key, Default: true, City: 'Gatineau', DisplayValue: 'x' } })
    assert.deepEqual([await versionOf('AbEntry', entry), await versionOf('Address', key)], [2, 2])
    const bare = await crm().create('AbEntry', { CompanyName: 'Bare' })
    await update('AbEntry', { Key: bare, Address: { City: 'Paris' } })
    assert.deepEqual(
      (await addressesOf(bare)).map((row: Json) => [row.City, row.Default]),
      [['Paris', true]],
    )
  })

  test('Update of the default row changes the entry, with Version and history of both', async () => {
    const { entry, key } = await entryWith(ottawa)
    await update('Address', { Key: key, City: 'Hull', Location: { Longitude: -75.7, Latitude: 45.4 } })
    const { Address } = await crm().get('AbEntry', entry, { Address: { City: 1, Location: 1 } })
    assert.deepEqual(Address, { City: 'Hull', Location: { Longitude: -75.7, Latitude: 45.4 } })
    assert.deepEqual([await versionOf('AbEntry', entry), await versionOf('Address', key)], [2, 2])
    const [change] = (await historyOf(entry)).find((row: Json) => row.Operation === 'Update').Changes
    assert.deepEqual([change.Field, change.Before.City, change.After.City], ['Address', 'Ottawa', 'Hull'])
    const area = '$INBOUND(address/location, -76:45, -75:45, -75:46, -76:46)'
    const Criteria = { SearchQuery: { $AND: [{ [area]: { $EQ: true } }, { 'Address/City': 'hull' }] } }
    const found = await crm().ok('Read', { AbEntry: { Scope: { Fields: { Key: 1 } }, Criteria } })
    assert.deepEqual(found.AbEntry.Data, [{ Key: entry }])
    await crm().refused('Update', { AbEntry: { Data: { Key: entry, Version: 1, Division: 'x' } } })
  })

  test('exactly one address is the default: another takes over, and Default false alone is refused', async () => {
    const entry = await crm().create('AbEntry', { CompanyName: 'Many' })
    const first = await crm().create('Address', { ParentKey: entry, City: 'One', Default: false })
    const second = await crm().create('Address', { ParentKey: entry, City: 'Two' })
    const third = await crm().create('Address', { ParentKey: entry, City: 'Three', Default: true })
    const defaults = async () => (await addressesOf(entry)).flatMap((row: Json) => (row.Default ? [row.Key] : []))
    assert.deepEqual([await defaults(), await cityOf(entry)], [[third], 'Three'])
    assert.deepEqual([await versionOf('Address', first), await versionOf('Address', second)], [2, 1])
    await update('Address', { Key: second, Default: true })
    assert.deepEqual([await defaults(), await cityOf(entry)], [[second], 'Two'])
    const off = { Address: { Data: { Key: second, Default: false } } }
    assert.deepEqual(codes(await crm().refused('Update', off)), [-4008])
    const within = { AbEntry: { Data: { Key: entry, Address: { Default: false } } } }
    assert.deepEqual(codes(await crm().refused('Update', within)), [-4008])
    await update('Address', { Key: second, Default: null, City: 'Zwei' })
    assert.deepEqual([await defaults(), await cityOf(entry)], [[second], 'Zwei'])
    const before = await versionOf('AbEntry', entry)
    await update('Address', { Key: first, City: 'Uno' })
    assert.equal(await versionOf('AbEntry', entry), before)
    const other = { AbEntry: { Data: { Key: entry, Address: { Key: first, City: 'x' } } } }
    assert.equal((await crm().refused('Update', other)).length, 1)
  })

  test('deleting the default makes the oldest of the others the default; the last one leaves the entry without', async () => {
    const { entry, key } = await entryWith(ottawa)
    const second = await crm().create('Address', { ParentKey: entry, City: 'Two' })
    const third = await crm().create('Address', { ParentKey: entry, City: 'Three' })
    await crm().ok('Delete', { Address: { Data: { Key: key } } })
    assert.equal(await cityOf(entry), 'Two')
    await crm().ok('Restore', { Address: { Data: { Key: key } } })
    assert.deepEqual(
      (await addressesOf(entry)).map((row: Json) => [row.City, row.Default]),
      [
        ['Ottawa', false],
        ['Two', true],
        ['Three', false],
      ],
    )
    await crm().ok('Delete', { Address: { Data: [{ Key: second }, { Key: key }, { Key: third }] } })
    assert.deepEqual(await crm().get('AbEntry', entry, { Address: 1 }), { Address: null })
    await crm().ok('Restore', { Address: { Data: { Key: third } } })
    assert.deepEqual(await addressesOf(entry), [{ Key: third, City: 'Three', Default: true }])
    assert.equal(await cityOf(entry), 'Three')
  })

  test('null in the entry deletes the default row, which can be restored', async () => {
    const { entry, key } = await entryWith(ottawa)
    const second = await crm().create('Address', { ParentKey: entry, City: 'Two' })
    await update('AbEntry', { Key: entry, Address: null })
    assert.deepEqual(await addressesOf(entry), [{ Key: second, City: 'Two', Default: true }])
    assert.equal(await cityOf(entry), 'Two')
    await update('AbEntry', { Key: entry, Address: null })
    assert.deepEqual([await addressesOf(entry), await cityOf(entry)], [[], undefined])
    await crm().ok('Restore', { Address: { Data: { Key: key } } })
    assert.equal(await cityOf(entry), 'Ottawa')
    assert.deepEqual(await operations(key), ['Create', 'Delete', 'Restore'])
  })

  test('the addresses of an entry are deleted and restored with it', async () => {
    const { entry, key } = await entryWith(ottawa)
    const second = await crm().create('Address', { ParentKey: entry, City: 'Two' })
    const before = await addressesOf(entry)
    await crm().ok('Delete', { AbEntry: { Data: { Key: entry } } })
    assert.deepEqual(await addressesOf(entry), [])
    await crm().ok('Restore', { AbEntry: { Data: { Key: entry } } })
    assert.deepEqual(await addressesOf(entry), before)
    await crm().ok('Delete', { AbEntry: { Data: { Key: entry } } })
    await crm().ok('Restore', { Address: { Data: { Key: second } } })
    assert.deepEqual(await addressesOf(entry), before)
    assert.equal((await crm().get('AbEntry', entry, { Address: { Key: 1 } })).Address.Key, key)
  })

  test('addresses are read and written with the rights of their entry', async () => {
    const { admin, user } = crm()
    const open = await crm().create('AbEntry', { CompanyName: 'Shared' }, user)
    const own = await crm().create('Address', { ParentKey: open, City: 'Own' }, user)
    await update('AbEntry', { Key: open, SecAccess: { Write: [admin.key] } })
    assert.equal((await addressesOf(open, undefined, user)).length, 1)
    const refused = async (operation: string, data: Json) =>
      codes(await crm().refused(operation, { Address: { Data: data } }, user))
    assert.deepEqual(await refused('Create', { ParentKey: open, City: 'x' }), [-2003])
    assert.deepEqual(await refused('Update', { Key: own, City: 'x' }), [-2003])
    assert.deepEqual(await refused('Delete', { Key: own }), [-2003])
    await update('AbEntry', { Key: open, SecAccess: { Read: [admin.key], Write: [] } })
    assert.deepEqual(await addressesOf(open, undefined, user), [])
    assert.deepEqual(await refused('Create', { ParentKey: open, City: 'x' }), [-3007])
    assert.deepEqual(await refused('Update', { Key: own, City: 'x' }), [-3007])
  })

  test('refused: no entry, another entry by Update, a key of another kind', async () => {
    const { entry, key } = await entryWith(ottawa)
    const other = await crm().create('AbEntry', { CompanyName: 'Other' })
    const refused = async (operation: string, data: Json) =>
      (await crm().refused(operation, { Address: { Data: data } })).map(problem => problem.Path)
    assert.deepEqual(await refused('Create', { City: 'x' }), ['Address.Data.ParentKey'])
    assert.deepEqual(await refused('Update', { Key: key, ParentKey: other }), ['Address.Data.ParentKey'])
    assert.deepEqual(await refused('Delete', { Key: entry }), ['Address.Data.Key'])
  })

  test('City, StateProvince and Country have FieldOptions, and any text may be written', async () => {
    const items = [{ Name: 'Ottawa' }, { Name: 'Hull' }]
    await crm().ok('Update', { Address: { FieldOptions: { City: items } } })
    for (const [entity, prefix] of [
      ['Address', ''],
      ['AbEntry', 'Address/'],
    ] as const) {
      const asked = Object.fromEntries(['City', 'StateProvince', 'Country'].map(name => [prefix + name, 1]))
      const { FieldOptions } = (await crm().ok('Read', { [entity]: { FieldOptions: asked } }))[entity]
      assert.deepEqual(
        FieldOptions[`${prefix}City`].map((item: Json) => item.DisplayValue),
        ['Ottawa', 'Hull'],
      )
      assert.deepEqual(FieldOptions[`${prefix}StateProvince`], [])
      const canada = FieldOptions[`${prefix}Country`].find((item: Json) => item.DisplayValue === 'Canada')
      assert.deepEqual(canada, { Key: 'CA', DisplayValue: 'Canada' })
    }
    const { entry } = await entryWith({ City: { DisplayValue: 'Hull' }, Country: 'Atlantis' })
    assert.deepEqual(await crm().get('AbEntry', entry, { Address: { City: 1, Country: { Key: 1, Value: 1 } } }), {
      Address: { City: 'Hull', Country: { Key: null, Value: 'Atlantis' } },
    })
  })

  test('writers of an entry and of its addresses at the same time leave one default, equal to the copy', async () => {
    const { entry, key } = await entryWith(ottawa)
    const second = await crm().create('Address', { ParentKey: entry, City: 'Two' })
    const writes = Array.from({ length: 12 }, (_, i) => {
      if (i % 3 === 0) return update('AbEntry', { Key: entry, Address: { City: `C${i}` } })
      return update('Address', { Key: i % 3 === 1 ? key : second, City: `C${i}`, Default: true })
    })
    await Promise.all(writes)
    const defaults = (await addressesOf(entry)).filter((row: Json) => row.Default)
    assert.equal(defaults.length, 1)
    const { Address } = await crm().get('AbEntry', entry, { Address: { Key: 1, City: 1 } })
    assert.deepEqual(
      [Address],
      defaults.map(({ Key, City }: Json) => ({ Key, City })),
    )
  })
})
