// Tests notifications: whom an assignment, a mention, a moved sale and a due task concern, who reads them, and that none comes twice.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { manualClock } from '../../src/base/clock.ts'
import { identifierMaker } from '../../src/base/text/identifier.ts'
import { EventLog } from '../../src/events/event-log.ts'
import { noticeDueTasks, noticeEvents } from '../../src/notifications/notifications.ts'
import { eachCrm, type Json, type Person } from '../support/crm.ts'

eachCrm('Notifications', crm => {
  let [acme, sale] = ['', '']
  let joe: Person
  before(async () => {
    joe = crm().user
    acme = await crm().create('AbEntry', { CompanyName: 'Acme' })
    sale = await crm().create('Opportunity', { AbEntryKey: acme, Objective: 'Ovens' })
  })
  /** Writes what there is to notify, by several processes at once. */
  async function notice(now = crm().server.clock.now(), dueAtOnce?: number): Promise<void> {
    const { store } = crm().server
    const clock = manualClock(now)
    const events = new EventLog(store, clock)
    await events.now(crm().database.id)
    const parts = { store, clock, newId: identifierMaker(clock), events }
    await Promise.all([1, 2, 3].map(() => noticeEvents(parts, crm().database.id)))
    await Promise.all([1, 2].map(() => noticeDueTasks(parts, crm().database.id, dueAtOnce)))
  }
  const fields = { Key: 1, Kind: 1, Record: { DisplayValue: 1 }, Source: { DisplayValue: 1 }, By: { Uid: 1 }, Read: 1 }
  const all = async (as: Person, query: Json = {}) => {
    const content = {
      Scope: { Fields: fields },
      Criteria: { SearchQuery: query },
      OrderBy: { Fields: [{ Key: 'ASC' }] },
    }
    return (await crm().ok('Read', { Notification: content }, as)).Notification.Data
  }
  const told = async (as: Person, query?: Json) =>
    (await all(as, query)).map((one: Json) => `${one.Kind} ${one.Record.DisplayValue} ${one.By?.Uid ?? '-'}`)
  const clear = async (as: Person) => {
    const Data = (await all(as)).map(({ Key }: Json) => ({ Key }))
    if (Data.length > 0) await crm().ok('Delete', { Notification: { Data } }, as)
  }
  const mention = (person: Person) => `@[${person.uid}](${person.key})`

  test('an assignment by a colleague concerns the assignee once; what one does oneself does not', async () => {
    const key = await crm().create('Case', { AbEntryKey: acme, Subject: 'Help', AssignedTo: { Uid: 'JOE' } })
    await crm().create('Task', { Activity: 'Mine', DateTime: '2099-01-01', AbEntryKey: acme }, joe)
    await crm().ok('Update', { Case: { Data: { Key: key, Description: 'More' } } })
    await notice()
    await notice()
    const shown = await crm().get('Case', key, { DisplayValue: 1 })
    assert.deepEqual(await told(joe), [`Assigned ${shown.DisplayValue} MASTER`])
    assert.deepEqual(await told(crm().admin), [])
    await clear(joe)
  })
  test('a mention in a note or a description concerns the mentioned, also when the user gets another name', async () => {
    const note = await crm().create('Note', { ParentKey: acme, Text: `Please call, ${mention(joe)}` })
    await crm().ok('Update', { Opportunity: { Data: { Key: sale, Description: `${mention(joe)} ${mention(joe)}` } } })
    await crm().ok('Update', { User: { Data: { Key: joe.key, DisplayName: 'Joseph' } } })
    await crm().ok('Update', { Note: { Data: { Key: note, Text: `Please call today, ${mention(joe)}` } } })
    await notice()
    assert.deepEqual(await told(joe), ['Mentioned Acme MASTER', 'Mentioned Ovens MASTER'])
    assert.match((await all(joe))[0].Source.DisplayValue, /Please call today/)
    await clear(joe)
  })
  test('a record or a note that a user may not read notifies nothing until it can be read', async () => {
    const hidden = await crm().create('AbEntry', { CompanyName: 'Hidden', SecAccess: { Read: [crm().admin.key] } })
    await crm().create('Note', { ParentKey: hidden, Text: mention(joe) })
    const secret = await crm().create('Note', {
      ...{ ParentKey: acme, Text: `A secret for ${mention(joe)}` },
      SecAccess: { Read: [crm().admin.key] },
    })
    await notice()
    assert.deepEqual(await told(joe), [])
    assert.equal(
      (await crm().call('Read', { Notification: { Scope: { Fields: { '$COUNT()': 1 } } } }, joe)).Notification.Data[0][
        '$COUNT()'
      ],
      0,
    )
    await crm().ok('Update', { Note: { Data: { Key: secret, SecAccess: { Read: [] } } } })
    assert.deepEqual(await told(joe), ['Mentioned Acme MASTER'])
    await clear(joe)
  })
  test('a moved sale concerns its leader, a due task its assignee; a task that is done or moved does not', async () => {
    const stages = (
      await crm().ok('Read', { SalesStageSetup: { Scope: { Fields: { Key: 1, SalesProcessSetupKey: 1 } } } })
    ).SalesStageSetup.Data
    const [first, second] = stages
    const SalesProcessSetupKey = first.SalesProcessSetupKey
    const position = { SalesProcessSetupKey, SalesStageSetupKey: first.Key }
    const deal = await crm().create('Opportunity', { AbEntryKey: acme, Objective: 'Fridges', ...position }, joe)
    await crm().ok('Update', { Opportunity: { Data: { Key: deal, SalesStageSetupKey: second.Key } } })
    const at = Math.ceil(crm().server.clock.now() / 1000) + 3_600
    const DateTime = new Date(at * 1000).toISOString()
    const task = { DateTime, AbEntryKey: acme }
    await crm().create('Task', { ...task, Activity: 'Send the offer' }, joe)
    const done = await crm().create('Task', { ...task, Activity: 'Already done' }, joe)
    await crm().ok('Update', { Task: { Data: { Key: done, Completed: true } } }, joe)
    await notice()
    assert.deepEqual(await told(joe), ['Moved Fridges MASTER'])
    await notice((at + 1) * 1000)
    await notice((at + 61) * 1000)
    assert.deepEqual(await told(joe), ['Moved Fridges MASTER', 'Due Send the offer -'])
  })
  test('each user reads only their own, and marks one or all as read', async () => {
    const [one] = await all(joe)
    assert.deepEqual(await told(crm().admin), [])
    const mark = { Data: { Key: one.Key, Read: true } }
    assert.equal((await crm().call('Update', { Notification: mark })).Code, -1)
    await crm().ok('Update', { Notification: mark }, joe)
    assert.deepEqual(await told(joe, { Read: false }), ['Due Send the offer -'])
    const Criteria = { SearchQuery: { Read: false } }
    await crm().ok('Update', { Notification: { Criteria, Expected: 1, Data: { Read: true } } }, joe)
    assert.deepEqual(await told(joe, { Read: false }), [])
    const kind = { Data: { Key: one.Key, Kind: 'Due' } }
    assert.equal((await crm().call('Update', { Notification: kind }, joe)).Code, -1)
  })
  test('many tasks that have become due since the last time are all told, in parts', async () => {
    await clear(joe)
    const now = crm().server.clock.now() + 7_200_000
    await notice(now)
    const after = (seconds: number) => new Date(Math.ceil(now / 1000) * 1000 + seconds * 1000).toISOString()
    const Data = [1, 2, 2, 3, 4, 4, 5].map((at, i) => ({ AbEntryKey: acme, Activity: `Due ${i}`, DateTime: after(at) }))
    await crm().ok('Create', { Task: { Data } }, joe)
    await notice(now + 60_000, 3)
    const expected = Data.map(({ Activity }) => `Due ${Activity} -`)
    assert.deepEqual(await told(joe), expected)
  })
  test('a text full of beginnings of mentions notifies the one whom it mentions', async () => {
    await clear(joe)
    const Description = `${'@['.repeat(1_000)}${mention(joe)}`
    await crm().create('Case', { AbEntryKey: acme, Subject: 'Brackets', Description })
    await notice()
    assert.deepEqual(await told(joe), ['Mentioned CS-00002 Brackets MASTER'])
  })
})
