// Tests Options.ReadAfterSave: the answer of Create and Update has the record as a Read gives it.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { eachCrm, type Json } from '../../support/crm.ts'

eachCrm('ReadAfterSave', crm => {
  let acme = ''
  before(async () => {
    acme = await crm().create('AbEntry', { CompanyName: 'Acme' })
  })
  const Options = { ReadAfterSave: true }
  const save = async (operation: string, entity: string, Data: Json, as = crm().admin, options: Json = Options) =>
    (await crm().ok(operation, { [entity]: { Data, Options: options } }, as))[entity].Data
  const stored = async (entity: string, key: string) => crm().get(entity, key, 1)

  test('a created task has its defaults and every other field, those sent in the spelling of the request', async () => {
    const sent = { Key: null, subject: 'Call', DateTime: '2026-01-01', Priority: 'hi', AbEntryKey: { Key: acme } }
    const answer = await save('Create', 'Task', sent)
    const { Activity, ...record } = await stored('Task', answer.Key)
    const { subject, ...others } = answer
    assert.equal(subject, Activity)
    assert.deepEqual(others, record)
    const { Priority, DateTime, AssignedTo, Completed, Version, AbEntryKey } = answer
    assert.deepEqual(
      [Priority, DateTime, AssignedTo, Completed, Version, AbEntryKey],
      ['Hi', '2026-01-01T00:00:00Z', crm().admin.key, false, 1, acme],
    )
  })
  test('an updated task has what the update caused', async () => {
    const key = await crm().create('Task', { Activity: 'x', DateTime: '2026-01-01' })
    const answer = await save('Update', 'Task', { key, Completed: true })
    const { Key, ...record } = await stored('Task', key)
    assert.deepEqual(answer, { key: Key, ...record })
    assert.match(answer.CompletionDate, /^\d{4}-/)
    assert.deepEqual(await save('Update', 'Task', { Key: key, Alarm: true }, crm().admin, {}), {
      Key: key,
      Alarm: true,
    })
  })
  test('it works for every entity, also those that a Read needs a condition or a driver for', async () => {
    const lines: [string, Json, string, unknown][] = [
      ['AbEntry', { CompanyName: 'New' }, 'FullName', 'New'],
      ['Interaction', { Type: '60001', AbEntryKey: acme }, 'Completed', false],
      ['Opportunity', { AbEntryKey: acme, Objective: 'o' }, 'Status', 2],
      ['Case', { AbEntryKey: acme, Subject: 's' }, 'Status', '57997'],
      ['Note', { ParentKey: acme, Text: 't' }, 'RichText', 't'],
      ['Document', { ParentKey: acme, Name: 'd', Type: 12 }, 'Version', 1],
    ]
    for (const [entity, data, field, value] of lines) assert.equal((await save('Create', entity, data))[field], value)
    const setups = { Scope: { Fields: { Key: 1 } }, Criteria: { SearchQuery: { EntityType: 1 } } }
    const [{ Key }] = (await crm().ok('Read', { ColumnSetup: setups })).ColumnSetup.Data
    assert.equal((await save('Update', 'ColumnSetup', { Key, Name: 'Mine' })).EntityType, 1)
    const token = await save('Create', 'PersonalAccessToken', { Name: 'shown once' })
    assert.equal(typeof token.Token, 'string')
    assert.equal(token.Status, 0)
  })
  test('records of one request are answered in their order, user-defined fields among them', async () => {
    const udf = { Type: 'StringField', Name: 'Colour', AppliesTo: ['AbEntry'] }
    const path = (await crm().ok('Create', { Schema: { Data: udf } })).Schema.Data.Key
    const data = [
      { CompanyName: 'one', 'Udf/$NAME(Colour)': 'red' },
      { CompanyName: 'two', [path]: 'blue' },
      { CompanyName: 'three', Website: 'x' },
    ]
    const answers = await save('Create', 'AbEntry', data)
    assert.deepEqual(
      answers.map((one: Json) => [one.CompanyName, one['Udf/$NAME(Colour)'], one[path], one.Type]),
      [
        ['one', 'red', undefined, 'Company'],
        ['two', undefined, 'blue', 'Company'],
        ['three', undefined, null, 'Company'],
      ],
    )
  })
  test('who may not read the record any more gets what was sent; a repeated request gets the same answer', async () => {
    const hidden = { CompanyName: 'gone', SecAccess: { Read: [crm().admin.key] } }
    const answer = await save('Create', 'AbEntry', hidden, crm().user)
    assert.deepEqual(answer, { Key: answer.Key, ...hidden })
    const body = { AbEntry: { Data: { CompanyName: 'once' }, Options } }
    const twice = [1, 2].map(() => crm().call('Create', body, crm().admin, { 'idempotency-key': 'read-after-save' }))
    const [first, second] = await Promise.all(twice)
    assert.deepEqual(first, second)
    assert.equal(first.AbEntry.Data.FullName, 'once')
  })
  test('a refused write is refused as always', async () => {
    const wrong = { AbEntry: { Data: { CompanyName: 'x', Nmae: 1 }, Options } }
    assert.deepEqual(
      (await crm().refused('Create', wrong)).map(p => p.ErrorCode),
      [-3000],
    )
  })
})
