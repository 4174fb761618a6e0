// Tests that user-defined fields are written like built-in ones.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { eachCrm, type Json } from '../support/crm.ts'

const codes = (problems: { ErrorCode: number }[]): number[] => problems.map(p => p.ErrorCode).sort()

eachCrm('User-defined fields', crm => {
  const fields: Record<string, string> = {}
  const define = async (name: string, data: Json) => {
    const answer = await crm().ok('Create', { Schema: { Data: { Key: '/AbEntry/Udf', Name: name, ...data } } })
    fields[name] = answer.Schema.Data.Key.replace('/AbEntry/', '')
  }
  before(async () => {
    await define('Text', { Type: 'StringField', TAG: 'txt', Attributes: { MaxLength: 5 } })
    await define('Number', { Type: 'NumericField', Attributes: { DecimalPlaces: 2 } })
    await define('Whole', { Type: 'IntegerField' })
    await define('Money', { Type: 'CurrencyField' })
    await define('Flag', { Type: 'BooleanField' })
    await define('Day', { Type: 'DateTimeField', Attributes: { Date: true } })
    await define('Many', {
      Type: 'EnumField<StringItem>',
      Attributes: { MultiSelect: true },
      Items: [{ Value: 'A' }, { Value: 'B' }],
    })
    await define('One', { Type: 'EnumField<StringItem>', Items: [{ Value: 'X' }, { Value: 'Y' }] })
    await define('Person', { Type: 'StringField', AppliesTo: ['Contact', 'Individual'] })
  })
  const name = (field: string) => fields[field] as string
  const all = () => Object.fromEntries(Object.keys(fields).map(field => [name(field), 1]))
  const read = (key: string) => crm().get('AbEntry', key, all())

  test('values of every type are written, read, changed one by one and cleared', async () => {
    const values = {
      Text: 'abc',
      Number: 1.25,
      Whole: 7,
      Money: 10.5,
      Flag: true,
      Day: '2026-01-02',
      Many: ['1', '2'],
      One: '2',
    }
    const data = Object.fromEntries(Object.entries(values).map(([field, value]) => [name(field), value]))
    const key = await crm().create('AbEntry', { CompanyName: 'Udf', ...data })
    const stored = { ...data, [name('One')]: ['2'], [name('Person')]: null }
    assert.deepEqual(await read(key), stored)
    await crm().ok('Update', { AbEntry: { Data: { Key: key, [name('Text')]: 'new', [name('Many')]: ['2'] } } })
    assert.deepEqual(await read(key), { ...stored, [name('Text')]: 'new', [name('Many')]: ['2'] })
    const cleared = Object.fromEntries(Object.keys(data).map(field => [field, null]))
    await crm().ok('Update', { AbEntry: { Data: { Key: key, ...cleared } } })
    const empty = await read(key)
    assert.equal(empty[name('Text')], null)
    assert.deepEqual(empty[name('Many')], null)
  })
  test('every spelling is accepted: $TYPEID, $NAME, $TAG, and nested under Udf', async () => {
    for (const spelling of [
      { [name('Text')]: 'v' },
      { 'Udf/$NAME(Text)': 'v' },
      { 'udf/$tag(TXT)': 'v' },
      { Udf: { '$NAME(Text)': 'v' } },
    ]) {
      const answer = await crm().ok('Create', { AbEntry: { Data: { CompanyName: 'S', ...spelling } } })
      assert.deepEqual({ ...answer.AbEntry.Data, Key: null }, { Key: null, CompanyName: 'S', ...spelling })
      assert.equal((await read(answer.AbEntry.Data.Key))[name('Text')], 'v')
    }
  })
  test('wrong types, long texts, unknown items, other Types and unknown fields are refused', async () => {
    const refused = async (data: Json) =>
      codes(await crm().refused('Create', { AbEntry: { Data: { CompanyName: 'x', ...data } } }))
    assert.deepEqual(await refused({ [name('Text')]: 'too long' }), [-3005])
    assert.deepEqual(await refused({ [name('Number')]: '1' }), [-3003])
    assert.deepEqual(await refused({ [name('Number')]: 1.234 }), [-3004])
    assert.deepEqual(await refused({ [name('Many')]: ['9'] }), [-3006])
    assert.deepEqual(await refused({ [name('One')]: ['1', '2'] }), [-3004])
    assert.deepEqual(await refused({ [name('Person')]: 'x' }), [-4002])
    assert.deepEqual(await refused({ 'Udf/$NAME(Nope)': 'x' }), [-3000])
  })
  test('history tells of them, and a deleted definition takes its values with it', async () => {
    const key = await crm().create('AbEntry', { CompanyName: 'H', [name('Whole')]: 1 })
    await crm().ok('Update', { AbEntry: { Data: { Key: key, [name('Whole')]: 2, [name('Many')]: ['1'] } } })
    const content = {
      Scope: { Fields: { Changes: 1 } },
      Criteria: { SearchQuery: { ParentKey: key, Operation: 'Update' } },
    }
    const [row] = (await crm().ok('Read', { History: content })).History.Data
    assert.deepEqual(row.Changes, [
      { Field: name('Whole'), Before: 1, After: 2 },
      { Field: name('Many'), Before: null, After: ['1'] },
    ])
    await crm().ok('Delete', { Schema: { Data: { Key: `/AbEntry/${name('Whole')}` } } })
    const refused = await crm().refused('Update', { AbEntry: { Data: { Key: key, [name('Whole')]: 3 } } })
    assert.deepEqual(codes(refused), [-3000])
    delete fields.Whole
  })
})
