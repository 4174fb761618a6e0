// Proves that each write appends one event, that positions have no gap, and that the log is kept as long as it should be.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { silentLog } from '../../src/base/log/log.ts'
import { appendEvent } from '../../src/events/append.ts'
import { EventLog, type LoggedEvent } from '../../src/events/event-log.ts'
import { startNumberer } from '../../src/events/numberer.ts'
import { retentionJobs } from '../../src/events/retention.ts'
import type { Store } from '../../src/storage/store.ts'
import { type Crm, eachCrm } from '../support/crm.ts'
import { eachMigrated } from '../support/engines.ts'
import { until } from '../support/until.ts'

const openLog = async (store: Store, clock = store.clock): Promise<EventLog> => {
  const log = new EventLog(store, clock)
  await log.open()
  return log
}

/** The events that `work` writes, once all of them have positions. */
async function eventsOf({ server, database }: Crm, count: number, work: () => Promise<unknown>) {
  const log = await openLog(server.store)
  try {
    const before = await settledEnd(log, database.id)
    await work()
    return await until(async () => {
      const events = await log.eventsAfter(database.id, before, 100)
      return events.length >= count && events
    }, `${count} events`)
  } finally {
    log.close()
  }
}

/** The end of the log when nothing is being numbered any more. */
async function settledEnd(log: EventLog, db: number): Promise<number> {
  let seen = -1
  return until(async () => {
    const end = await log.end(db)
    const same = end === seen
    seen = end
    if (!same) await new Promise(resolve => setTimeout(resolve, 100))
    return same && end
  })
}

const brief = ({ entity, operation, version }: LoggedEvent) => [entity, operation, version]

eachCrm('the event log', crm => {
  test('Create, Update, Delete and Restore append one event each, with the Version after it', async () => {
    const { ok, create, user } = crm()
    let key = ''
    const events = await eventsOf(crm(), 4, async () => {
      key = await create('AbEntry', { Type: 'Company', CompanyName: 'Acme' }, user)
      await ok('Update', { AbEntry: { Data: { Key: key, CompanyName: 'Acme 2' } } })
      await ok('Delete', { AbEntry: { Data: { Key: key } } })
      await ok('Restore', { AbEntry: { Data: { Key: key } } })
    })
    assert.deepEqual(events.map(brief), [
      ['AbEntry', 'created', 1],
      ['AbEntry', 'updated', 2],
      ['AbEntry', 'deleted', 3],
      ['AbEntry', 'restored', 4],
    ])
    const [first] = events as [LoggedEvent]
    assert.deepEqual(
      events.map(({ position }) => position),
      [0, 1, 2, 3].map(i => first.position + i),
    )
    assert.deepEqual([first.uid, first.application, events[1]?.uid], [user.uid, null, 'MASTER'])
    assert.ok(Math.abs(first.at - Date.now()) < 60_000)
    const read = { Scope: { Fields: { Version: 1 } }, Criteria: { SearchQuery: { Key: { $EQ: key } } } }
    assert.equal((await ok('Read', { AbEntry: read })).AbEntry.Data[0].Version, 4)
  })

  test('an event has the id of its history row', async () => {
    const { ok, create } = crm()
    let key = ''
    const [event] = await eventsOf(crm(), 1, async () => {
      key = await create('AbEntry', { Type: 'Company', CompanyName: 'Remembered' })
    })
    const read = { Scope: { Fields: { Key: 1 } }, Criteria: { SearchQuery: { ParentKey: { $EQ: key } } } }
    const [row] = (await ok('Read', { History: read })).History.Data
    assert.equal(Buffer.from(row.Key, 'base64').toString(), `History\t${event?.id}`)
  })

  test('an Update that changes nothing, and a write that is refused, append none', async () => {
    const { ok, refused, create } = crm()
    const key = await create('AbEntry', { Type: 'Company', CompanyName: 'Still' })
    const events = await eventsOf(crm(), 1, async () => {
      await ok('Update', { AbEntry: { Data: { Key: key, CompanyName: 'Still' } } })
      await refused('Update', { AbEntry: { Data: [{ Key: key, CompanyName: 'Moved' }, { CompanyName: 'No key' }] } })
      await ok('Update', { AbEntry: { Data: { Key: key, CompanyName: 'Moved' } } })
    })
    assert.deepEqual(events.map(brief), [['AbEntry', 'updated', 2]])
  })

  test('what is deleted together has an event for each record', async () => {
    const { ok, create } = crm()
    const company = await create('AbEntry', { Type: 'Company', CompanyName: 'With people' })
    await create('AbEntry', { Type: 'Contact', ParentKey: company, LastName: 'One' })
    const events = await eventsOf(crm(), 2, () => ok('Delete', { AbEntry: { Data: { Key: company } } }))
    assert.deepEqual(events.map(brief), [
      ['AbEntry', 'deleted', 2],
      ['AbEntry', 'deleted', 2],
    ])
  })

  test('users, user-defined fields and option lists append events too', async () => {
    const { ok, create } = crm()
    const people = await eventsOf(crm(), 1, () =>
      create('User', { Uid: 'EVA', LastName: 'Eva', Email: 'eva@example.com' }),
    )
    assert.deepEqual(people.map(brief), [['User', 'created', 1]])
    const fields = await eventsOf(crm(), 1, () =>
      ok('Create', {
        Schema: { Data: { Key: null, Name: 'Shoe size', AppliesTo: ['Company'], Type: 'NumericField' } },
      }),
    )
    assert.deepEqual(fields.map(brief), [['Schema', 'created', null]])
    assert.match(fields[0]?.record ?? '', /^\/AbEntry\/Udf\//)
    const items = await eventsOf(crm(), 1, () =>
      ok('Update', { Interaction: { FieldOptions: { Type: [{ Key: null, Name: 'Visit' }] } } }),
    )
    assert.ok(items.every(({ entity, operation }) => entity === 'Schema' && operation === 'updated'))
  })

  test('a wait ends with the first event, or without one when it is aborted', async () => {
    const { server, database, create } = crm()
    const log = await openLog(server.store)
    try {
      const end = await settledEnd(log, database.id)
      const stop = new AbortController()
      const waiting = log.waitForEvents(database.id, end, 10, stop.signal)
      await create('AbEntry', { Type: 'Company', CompanyName: 'Awaited' })
      assert.deepEqual((await waiting).map(brief), [['AbEntry', 'created', 1]])
      const aborted = log.waitForEvents(database.id, end + 1_000, 10, stop.signal)
      stop.abort()
      assert.deepEqual(await aborted, [])
    } finally {
      log.close()
    }
  })

  test('events are removed when they are old, oldest first, and the newest one stays', async () => {
    const { server, addDatabase } = crm()
    const { store } = server
    const { id: db } = await addDatabase('old-events')
    const day = 86_400_000
    const now = Date.now()
    const log = await openLog(store)
    const numberer = startNumberer(store, silentLog)
    const append = (id: string, at: number) =>
      store.write(tx =>
        appendEvent(tx, store.dialect, db, {
          ...{ id, entity: 'AbEntry', record: id, operation: 'created', version: 1, uid: 'MASTER', application: null },
          at,
        }),
      )
    try {
      const start = await settledEnd(log, db)
      for (let i = 0; i < 1_200; i++) await append(`old${i}`, now - 31 * day)
      await append('young', now - 29 * day)
      // The clock of another node was behind: what follows a young event stays with it.
      await append('late', now - 31 * day)
      await until(async () => (await log.end(db)) === start + 1_202)
      const clock = { now: () => now }
      // The events of the new database itself are young, and stand before all others.
      const [job] = retentionJobs(store, log, { now: () => now + 31 * day }, 30)
      await job?.run()
      assert.equal(await log.begin(db), start + 1_201, 'the newest event stays')
      assert.equal(await log.end(db), start + 1_202)
      await append('next', now)
      await until(async () => (await log.end(db)) === start + 1_203)
      const [again] = retentionJobs(store, log, clock, 30)
      await again?.run()
      assert.equal(await log.begin(db), start + 1_202, 'only what is old goes')
    } finally {
      await numberer.stop()
      log.close()
    }
  })
})

eachMigrated('the end of the event log', (engine, fresh) => {
  test('is behind events of a process that numbers none, which it gives their positions', async () => {
    const store = await fresh.open()
    const other = await fresh.open()
    const log = await openLog(store)
    try {
      const append = (id: string) =>
        other.write(tx =>
          appendEvent(tx, other.dialect, 7, {
            ...{
              id,
              entity: 'AbEntry',
              record: id,
              operation: 'created',
              version: 1,
              uid: 'MASTER',
              application: null,
            },
            at: 0,
          }),
        )
      assert.equal(await log.now(7), 0)
      // More than one transaction numbers.
      await Promise.all(Array.from({ length: 1_005 }, (_, i) => append(`e${i}`)))
      assert.equal(await log.end(7), engine === 'sqlite' ? 1_005 : 0)
      assert.equal(await log.now(7), 1_005)
      assert.deepEqual(await log.eventsAfter(7, await log.now(7), 10), [])
      assert.equal(await log.now(8), 0)
    } finally {
      log.close()
    }
  })
})
