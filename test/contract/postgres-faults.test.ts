// A PostgreSQL server that becomes unreachable, returns, or ends a connection at the worst moment.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { systemClock } from '../../src/base/clock.ts'
import { QueryTimeout, StoreUnavailable } from '../../src/base/errors.ts'
import { textTopic } from '../../src/storage/nodes/topics.ts'
import { openStore } from '../../src/storage/open.ts'
import { migrate } from '../../src/storage/schema/migrate.ts'
import { compile } from '../../src/storage/statement.ts'
import type { Store } from '../../src/storage/store.ts'
import { administer, dropDatabase, endConnections, freshDatabase } from '../support/postgres.ts'
import { pause, until } from '../support/until.ts'
import { addThing, countThings, insertThing, longQuery, tables } from './fixture.ts'
import { type Line, openLine } from './line.ts'

let url: string
let line: Line
let store: Store
before(async () => {
  url = await freshDatabase()
  line = await openLine(url)
  store = await openStore(line.url, { clock: systemClock, poolSize: 4, statementTimeoutMs: 3_000 })
  await migrate(store, tables)
})
beforeEach(() => store.write(tx => tx.run(compile(store.dialect.dynamicBuilder.deleteFrom('thing')))))
after(async () => {
  await store.close()
  await line.close()
  await dropDatabase(url)
})

test('a connection that the server ends in the middle of a transaction: the work is done again, once', async () => {
  let attempts = 0
  await store.write(async tx => {
    attempts++
    await tx.run(insertThing(store, { id: `attempt${attempts}` }))
    if (attempts === 1) {
      const pid = (await tx.read({ sql: 'select pg_backend_pid()', params: [] }))[0]?.[0]
      await administer(`select pg_terminate_backend(${pid})`)
      await pause(50)
    }
    await tx.run(insertThing(store, { id: 'second' }))
  })
  assert.equal(attempts, 2)
  assert.deepStrictEqual(await store.read({ sql: 'select id from thing order by id', params: [] }), [
    ['attempt2'],
    ['second'],
  ])
})

test('a connection lost while committing is not tried again, since it may have been done', async () => {
  let attempts = 0
  line.cutAfter('COMMIT')
  const work = store.write(async tx => {
    attempts++
    await tx.run(insertThing(store, { id: 'once' }))
  })
  await assert.rejects(work, error => error instanceof StoreUnavailable && /may have been done/.test(error.message))
  assert.equal(attempts, 1)
  await until(async () => (await countThings(store)) === 1)
})

test('a deadlock is resolved by trying again', async () => {
  await addThing(store, { id: 'x', count: 0 })
  await addThing(store, { id: 'y', count: 0 })
  let attempts = 0
  let holding = 0
  const raise = (first: string, second: string) =>
    store.write(async tx => {
      attempts++
      const increment = (id: string) =>
        tx.run({ sql: 'update thing set count = count + 1 where id = $1', params: [id] })
      await increment(first)
      holding++
      await until(() => holding >= 2)
      await increment(second)
    })
  await Promise.all([raise('x', 'y'), raise('y', 'x')])
  assert.ok(attempts > 2)
  assert.deepStrictEqual(await store.read({ sql: 'select distinct count from thing', params: [] }), [[2]])
})

test('all idle connections ended by the server: the next reads and writes do not notice', async () => {
  await Promise.all(Array.from({ length: 8 }, () => store.ping()))
  await endConnections(url)
  await Promise.all([store.ping(), store.ping(), addThing(store, { id: 'a' }), addThing(store, { id: 'b' })])
})

test('an unreachable server gives StoreUnavailable; after it returns all works, and listeners are notified of the gap', async () => {
  const heard: string[] = []
  let missed = 0
  store.subscribe(
    textTopic('away'),
    payload => heard.push(payload),
    () => missed++,
  )
  await until(() => missed === 1)
  await line.cut()
  await assert.rejects(store.ping(), StoreUnavailable)
  await assert.rejects(addThing(store, { id: 'away' }), StoreUnavailable)
  await assert.rejects(store.readSlow({ sql: 'select 1', params: [] }), StoreUnavailable)
  await line.restore()
  await store.ping()
  await addThing(store, { id: 'back' })
  await until(() => missed === 2)
  const other = await openStore(url, { clock: systemClock })
  await other.write(tx => tx.publish(textTopic('away'), 'hello'))
  await until(() => heard.length === 1)
  await other.close()
})

test('a statement over the limit is ended, in reads and in writes', async () => {
  const quick = await openStore(url, { clock: systemClock, statementTimeoutMs: 100 })
  await assert.rejects(quick.rows(longQuery), QueryTimeout)
  await assert.rejects(
    quick.write(tx => tx.rows(longQuery)),
    QueryTimeout,
  )
  await quick.ping()
  await quick.close()
})

test('a writer with a timeout gets StoreUnavailable while the store is busy', async () => {
  await addThing(store, { id: 'held' })
  const update = { sql: "update thing set count = 1 where id = 'held'", params: [] }
  const held = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const holder = store.write(async tx => {
    await tx.run(update)
    held.resolve()
    await release.promise
  })
  await held.promise
  await assert.rejects(
    store.write(tx => tx.run(update), { timeoutMs: 100 }),
    error => error instanceof StoreUnavailable && /busy/.test(error.message),
  )
  release.resolve()
  await holder
})
