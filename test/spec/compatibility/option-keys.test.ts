// Tests the option keys of a new database, items that have a word for a key, and the migration of older databases.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { eachCrm, type Json } from '../../support/crm.ts'

const codes = (problems: { ErrorCode: number }[]): number[] => problems.map(p => p.ErrorCode)

eachCrm('Option keys', crm => {
  let acme = ''
  before(async () => {
    acme = await crm().create('AbEntry', { CompanyName: 'Acme' })
  })
  const optionsOf = async (entity: string, field: string, selector: Json = { Key: 1, Name: 1 }): Promise<Json[]> =>
    (await crm().ok('Read', { [entity]: { FieldOptions: { [field]: [selector] } } }))[entity].FieldOptions[field]
  const keysOf = async (entity: string, field: string) =>
    Object.fromEntries((await optionsOf(entity, field)).map(({ Key, Name }) => [Key, Name]))

  test('a new database has the keys that integrators send', async () => {
    assert.deepEqual(await keysOf('Case', 'Status'), {
      57997: 'New',
      57998: 'Assigned',
      57999: 'In Progress',
      58000: 'Waiting',
      58001: 'Resolved',
      58002: 'Abandoned',
    })
    for (const field of ['Priority', 'Severity']) {
      assert.deepEqual(await keysOf('Case', field), { 57900: 'Low', 57901: 'Medium', 57902: 'High' })
    }
    assert.deepEqual(await keysOf('Campaign', 'Type'), {
      10: 'Email',
      15: 'Event',
      20: 'Advertising',
      25: 'Direct mail',
      30: 'Webinar',
    })
    assert.deepEqual(await keysOf('Note', 'Type'), { 0: 'General', 1: 'Email', 2: 'Phone', 3: 'Meeting', 4: 'Other' })
    const subscriber = await keysOf('CampaignSubscriber', 'Status')
    assert.deepEqual(subscriber, { 1: 'Active', 2: 'Paused', 3: 'Completed', 4: 'Removed' })
    const task = await keysOf('Task', 'Status')
    assert.ok(task['60001'] && task['60002'])
  })
  test('they are written as number or text, read as text, and found', async () => {
    const lines: [string, Json, Json][] = [
      ['Case', { AbEntryKey: acme, Subject: 'x' }, { Status: '57998', Priority: 57901, Severity: { Key: '57902' } }],
      ['Campaign', { Name: 'x' }, { Type: 25 }],
      ['Note', { ParentKey: acme, Text: 'x' }, { Type: 0 }],
      ['Task', { Activity: 'x', DateTime: '2026-01-01' }, { Status: '60002' }],
    ]
    for (const [entity, data, values] of lines) {
      const key = await crm().create(entity, { ...data, ...values })
      for (const [field, value] of Object.entries<Json>(values)) {
        const text = String(value.Key ?? value)
        assert.equal((await crm().get(entity, key, { [field]: 1 }))[field], text)
        for (const literal of [text, Number(text)]) {
          const content = {
            Scope: { Fields: { Key: 1 } },
            Criteria: { SearchQuery: { [field]: { $EQ: literal }, Key: key } },
          }
          assert.deepEqual((await crm().ok('Read', { [entity]: content }))[entity].Data, [{ Key: key }])
        }
      }
    }
  })
  test('Task.Priority is Hi, MED or LOW, in any letter case, wherever a key stands', async () => {
    assert.deepEqual(await optionsOf('Task', 'Priority', { Key: 1, DisplayValue: 1 }), [
      { Key: 'Hi', DisplayValue: 'High' },
      { Key: 'MED', DisplayValue: 'Medium' },
      { Key: 'LOW', DisplayValue: 'Low' },
    ])
    const keys: Record<string, string[]> = { Hi: [], MED: [], LOW: [] }
    for (const [sent, read] of [
      ['HI', 'Hi'],
      ['med', 'MED'],
      [{ Key: 'Low' }, 'LOW'],
      [['hi'], 'Hi'],
      [{ Value: 'LOW' }, 'LOW'],
      [2, 'MED'],
    ] as const) {
      const key = await crm().create('Task', { Activity: 'p', DateTime: '2026-01-01', Priority: sent })
      keys[read]?.push(key)
      const shown = await crm().get('Task', key, { Priority: { Key: 1, DisplayValue: 1 } })
      assert.equal(shown.Priority.Key, read)
      assert.equal((await crm().get('Task', key, { Priority: 1 })).Priority, read)
    }
    const found = async (query: Json) => {
      const content = { Scope: { Fields: { Key: 1 } }, Criteria: { SearchQuery: { Activity: 'p', ...query } } }
      return (await crm().ok('Read', { Task: content })).Task.Data.map((row: Json) => row.Key).sort()
    }
    assert.deepEqual(await found({ Priority: { $EQ: 'hI' } }), keys.Hi?.sort())
    assert.deepEqual(await found({ 'Priority/Key': 'LOW' }), keys.LOW?.sort())
    assert.deepEqual(
      await found({ Priority: { $IN: ['med', 'Low'] } }),
      [...(keys.MED ?? []), ...(keys.LOW ?? [])].sort(),
    )
    const groups = {
      Scope: { Fields: { Priority: 1, '$COUNT()': 1 } },
      Criteria: { SearchQuery: { Activity: 'p' } },
      GroupBy: { Fields: ['Priority'] },
    }
    assert.deepEqual((await crm().ok('Read', { Task: groups })).Task.Data, [
      { Priority: 'Hi', '$COUNT()': 2 },
      { Priority: 'MED', '$COUNT()': 2 },
      { Priority: 'LOW', '$COUNT()': 2 },
    ])
    const wrong = { Activity: 'p', DateTime: '2026-01-01', Priority: 'urgent' }
    assert.deepEqual(codes(await crm().refused('Create', { Task: { Data: wrong } })), [-3003])
  })
  test('an item with a word for a key is edited by that word; a new item has a number', async () => {
    const edit = (items: Json[], options: Json = {}) =>
      crm().ok('Update', { Task: { FieldOptions: { Priority: items }, Options: options } })
    const { Task } = await edit([{ Key: 'hi', Name: 'Urgent' }], { Modify: true })
    assert.deepEqual(Task.FieldOptions.Priority, [{ Key: 'Hi', Name: 'Urgent' }])
    assert.equal((await edit([{ Name: 'Some day' }])).Task.FieldOptions.Priority[0].Key, '4')
    assert.deepEqual(await keysOf('Task', 'Priority'), { Hi: 'Urgent', MED: 'Medium', LOW: 'Low', 4: 'Some day' })
    await edit([{ Key: '4' }], { Remove: true })
    await edit([{ Key: 'HI', Name: 'High' }], { Modify: true })
  })
  test('items are selected with Inactive, SortValue and Group, in options and in records', async () => {
    const all = { Key: 1, Inactive: 1, SortValue: 1, Group: 1 }
    const items = await optionsOf('Case', 'Status', all)
    assert.deepEqual(items[4], { Key: '58001', Inactive: false, SortValue: 4, Group: 'resolved' })
    const key = await crm().create('Case', { AbEntryKey: acme, Subject: 'x', Status: '58001', Product: ['2'] })
    const { Status, Product } = await crm().get('Case', key, { Status: all, Product: [all] })
    assert.deepEqual(Status, items[4])
    assert.deepEqual(Product, [{ Key: '2', Inactive: false, SortValue: 1, Group: null }])
    const [first] = await optionsOf('Campaign', 'Status', all)
    assert.deepEqual(first, { Key: 0, Inactive: false, SortValue: 0, Group: null })
    const move = (SortValue: Json) => ({
      Case: { FieldOptions: { Queue: [{ Key: '1', SortValue }] }, Options: { Modify: true } },
    })
    await crm().ok('Update', move(9))
    assert.deepEqual(
      (await optionsOf('Case', 'Queue')).map(({ Key }) => Key),
      ['2', '3', '1'],
    )
    assert.deepEqual(codes(await crm().refused('Update', move(-1))), [-3004])
  })
  test('Case: a new one has the first open status; a status of another group ends Overdue', async () => {
    const add = { Case: { FieldOptions: { Status: [{ Name: 'Sold out', Group: 'abandoned' }] } } }
    const [added] = (await crm().ok('Update', add)).Case.FieldOptions.Status
    assert.equal(added.Key, '58003')
    const key = await crm().create('Case', { AbEntryKey: acme, Subject: 'late', FollowUpDate: '2020-01-01' })
    const overdue = async () => {
      const content = {
        Scope: { Fields: { Overdue: 1, Status: 1 } },
        Criteria: { SearchQuery: { Key: key, Overdue: true } },
      }
      const [found] = (await crm().ok('Read', { Case: content })).Case.Data
      const read = await crm().get('Case', key, { Overdue: 1, Status: 1 })
      assert.deepEqual(read.Overdue, found !== undefined)
      return read
    }
    assert.deepEqual(await overdue(), { Overdue: true, Status: '57997' })
    await crm().ok('Update', { Case: { Data: { Key: key, Status: added.Key } } })
    assert.deepEqual(await overdue(), { Overdue: false, Status: '58003' })
    const hide = { Case: { FieldOptions: { Status: [{ Key: '57997', Inactive: true }] }, Options: { Modify: true } } }
    await crm().ok('Update', hide)
    const next = await crm().create('Case', { AbEntryKey: acme, Subject: 'next' })
    assert.equal((await crm().get('Case', next, { Status: 1 })).Status, '57998')
  })
})
