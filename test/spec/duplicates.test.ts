// Tests the search for duplicates, pairs that are remembered as different, and the warning before a twin is created.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reindex } from '../../src/model/reindex.ts'
import { eachCrm, type Json } from '../support/crm.ts'

eachCrm('Duplicates', crm => {
  const find = async (content: Json = {}, as = crm().admin): Promise<Json[]> =>
    (await crm().ok('Duplicates', { AbEntry: content }, as)).AbEntry.Data
  const groupWith = async (key: string, as = crm().admin) =>
    (await find({ Criteria: { SearchQuery: { Key: { $EQ: key } } } }, as)).find(({ Keys }) => Keys.includes(key))
  const person = (data: Json, as = crm().admin) => crm().create('AbEntry', { Type: 'Individual', ...data }, as)
  const pair = async (one: Json, other: Json) => [await person(one), await person(other)] as [string, string]

  test('an equal e-mail address, in any letter case and place, is found with its reasons', async () => {
    const [one, other] = await pair(
      { FirstName: 'Ann', LastName: 'Ahlberg', Email: 'ann@ahlberg.example' },
      { FirstName: 'Ann', LastName: 'Ahlberg', Email1: 'else@other.example', Email2: 'ANN@Ahlberg.example' },
    )
    const group = await groupWith(one)
    assert.deepEqual(group.Keys.toSorted(), [one, other].toSorted())
    assert.deepEqual(group.Reasons, ['Email', 'Name', 'Domain'])
    assert.ok(group.Score > 0.9 && group.Score <= 1, String(group.Score))
  })
  test('telephone numbers are compared by their last nine digits', async () => {
    const [one, other] = await pair(
      { FirstName: 'Bo', LastName: 'Berg', Phone: '+49 (30) 123-456-78' },
      { FirstName: 'Bodo', LastName: 'Berg', Phone2: { Number: '030 12345678' } },
    )
    const group = await groupWith(other)
    assert.deepEqual(group.Keys.toSorted(), [one, other].toSorted())
    assert.deepEqual(group.Reasons, ['Phone'])
    const stranger = await person({ FirstName: 'Cleo', LastName: 'Colleague', Phone: '030 12345678' })
    assert.equal(await groupWith(stranger), undefined, 'a shared number alone does not make a duplicate')
  })
  test('a name counts with the city or the web domain, without legal forms, marks and order of words', async () => {
    const company = (data: Json) => crm().create('AbEntry', { Type: 'Company', ...data })
    const one = await company({ CompanyName: 'Müller Söhne GmbH', Address: { City: 'Köln' } })
    const other = await company({ CompanyName: 'MULLER SOHNE', Address: { City: 'koln' } })
    const elsewhere = await company({ CompanyName: 'Müller Söhne', Address: { City: 'Trier' } })
    assert.deepEqual((await groupWith(one)).Keys.toSorted(), [one, other].toSorted())
    assert.deepEqual((await groupWith(one)).Reasons, ['Name'])
    assert.equal(await groupWith(elsewhere), undefined)
    const site = await company({ CompanyName: 'Nordlicht AG', Website: 'https://www.nordlicht.example/start' })
    const mail = await company({ CompanyName: 'nordlicht', Email: 'info@nordlicht.example' })
    assert.deepEqual((await groupWith(site)).Keys.toSorted(), [site, mail].toSorted())
    assert.deepEqual((await groupWith(site)).Reasons, ['Name', 'Domain'])
    const [john, smith] = await pair(
      { FirstName: 'John', LastName: 'Smithers', Address: { City: 'Leeds' } },
      { FirstName: 'Smithers', LastName: 'John', Address: { City: 'Leeds' } },
    )
    assert.deepEqual((await groupWith(john)).Keys.toSorted(), [john, smith].toSorted())
  })
  test('the best groups come first, and Top limits them', async () => {
    const groups = await find()
    const scores = groups.map(({ Score }) => Score)
    assert.deepEqual(
      scores,
      scores.toSorted((a, b) => b - a),
    )
    assert.ok(groups.length >= 4)
    assert.deepEqual(await find({ Top: 2 }), groups.slice(0, 2))
    const [wrong] = await crm().refused('Duplicates', { AbEntry: { Top: 501 } })
    assert.deepEqual([wrong?.ErrorCode, wrong?.Path], [-1007, 'AbEntry.Top'])
  })
  test('ignored pairs stay away for everybody until they are forgotten', async () => {
    const [one, other] = await pair(
      { FirstName: 'Ivy', LastName: 'Igno', Email: 'ivy@igno.example' },
      { FirstName: 'Ivy', LastName: 'Igno', Email: 'ivy@igno.example' },
    )
    assert.ok(await groupWith(one))
    assert.deepEqual((await crm().ok('Duplicates', { AbEntry: { Ignore: [one, other] } })).AbEntry, { Pairs: 1 })
    assert.deepEqual((await crm().ok('Duplicates', { AbEntry: { Ignore: [other, one] } })).AbEntry, { Pairs: 0 })
    assert.equal(await groupWith(one, crm().user), undefined)
    const forget = { AbEntry: { Ignore: [one, other], Options: { Remove: true } } }
    assert.deepEqual((await crm().ok('AbEntryDuplicates', forget)).AbEntry, { Pairs: 1 })
    assert.ok(await groupWith(one))
    const [unknown] = await crm().refused('Duplicates', { AbEntry: { Ignore: [one, 'AAAA'] } })
    assert.deepEqual([unknown?.ErrorCode, unknown?.Path], [-3007, 'AbEntry.Ignore[1]'])
    assert.equal((await crm().refused('Duplicates', { AbEntry: { Ignore: [one] } }))[0]?.ErrorCode, -3004)
  })
  test('a record that the caller may not read is in no group and no warning', async () => {
    const hidden = { SecAccess: { Read: [crm().admin.key] } }
    const twin = { FirstName: 'Hid', LastName: 'Den', Email: 'hid@den.example' }
    const [open] = await pair(twin, { ...twin, ...hidden })
    assert.ok(await groupWith(open))
    assert.equal(await groupWith(open, crm().user), undefined)
    await crm().ok('Delete', { AbEntry: { Data: { Key: open } } })
    const create = { AbEntry: { Data: { Type: 'Individual', ...twin }, Options: { WarnDuplicates: true } } }
    assert.equal((await crm().call('Create', create, crm().user)).Code, 0)
  })
  test('updates, deletes, restores and a rebuild of the index keep it true', async () => {
    const [one, other] = await pair(
      { FirstName: 'Uma', LastName: 'Update', Email: 'uma@update.example' },
      { FirstName: 'Uma', LastName: 'Update' },
    )
    assert.equal(await groupWith(one), undefined)
    await crm().ok('Update', { AbEntry: { Data: { Key: other, Email: 'uma@update.example' } } })
    assert.ok(await groupWith(one))
    await crm().ok('Delete', { AbEntry: { Data: { Key: other } } })
    assert.equal(await groupWith(one), undefined)
    await crm().ok('Restore', { AbEntry: { Data: { Key: other } } })
    assert.ok(await groupWith(one))
    const before = await find()
    await reindex(crm().server.store, [crm().database.id], { restart: true, pieceRows: 7 })
    assert.deepEqual(await find(), before)
    await crm().ok('Update', { AbEntry: { Data: { Key: one, Email: null } } })
    assert.equal(await groupWith(other), undefined)
  })
  test('WarnDuplicates writes nothing and lists the likely ones; without it the twin is created', async () => {
    const key = await person({ FirstName: 'Wanda', LastName: 'Warn', Email: 'wanda@warn.example' })
    const data = { Type: 'Individual', FirstName: 'Wanda', LastName: 'Warn', Email: 'WANDA@warn.example' }
    const [problem] = (await crm().refused('Create', {
      AbEntry: { Data: data, Options: { WarnDuplicates: true } },
    })) as Json[]
    assert.equal(problem.ErrorCode, -4090)
    assert.equal(problem.Path, 'AbEntry.Data')
    assert.deepEqual(
      problem.Duplicates.map((one: Json) => one.Key),
      [key],
    )
    assert.deepEqual(Object.keys(problem.Duplicates[0]), ['Key', 'Score', 'Reasons'])
    assert.equal(await groupWith(key), undefined, 'nothing was written')
    const partial = { WarnDuplicates: true, AllOrNothing: false }
    const some = await crm().call('Create', {
      AbEntry: { Data: [data, { ...data, FirstName: 'Quite', LastName: 'Other', Email: null }], Options: partial },
    })
    assert.equal(some.Code, 1)
    assert.equal(some.AbEntry.Data[0].Errors[0].Duplicates[0].Key, key)
    assert.ok(some.AbEntry.Data[1].Key)
    assert.ok(await crm().create('AbEntry', data))
    assert.ok(await groupWith(key))
  })
  test('other entities and a read-only token are refused', async () => {
    assert.equal((await crm().refused('Duplicates', { Opportunity: {} }))[0]?.ErrorCode, -1003)
    const answer = await crm().call('Read', { AbEntry: { Scope: { Fields: { Key: 1 } }, Top: 3 } })
    assert.deepEqual(
      answer.Errors.map((one: Json) => one.Path),
      ['AbEntry.Top'],
    )
  })
})
