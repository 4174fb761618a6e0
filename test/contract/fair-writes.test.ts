// Fair shares of writes: tenants and users take turns, and a long write does not block the event loop.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { ClientGone } from '../../src/base/errors.ts'
import { migrate } from '../../src/storage/schema/migrate.ts'
import type { Query, Store } from '../../src/storage/store.ts'
import { eachEngine } from '../support/engines.ts'
import { insertThing, tables, thingById } from './fixture.ts'

eachEngine('writes of several tenants', (engine, fresh) => {
  let store: Store
  before(async () => {
    store = await fresh.open({ poolSize: 2 })
    await migrate(store, tables)
  })

  /** Takes about `n` microseconds of a connection. */
  const work = (n: number): Query => ({
    sql: `with recursive c(n) as (select 1 union all select n + 1 from c where n < ${n * 3}) select count(*) from c`,
    params: [],
    facts: { reads: true },
  })

  test('take turns', async () => {
    const order: string[] = []
    const write = (tenant: string, user: string) =>
      store.write(
        async tx => {
          // The order in which they get a connection: which of two ends first depends on what else the machine does.
          await tx.read(work(1))
          order.push(`${tenant} ${user}`)
          await tx.read(work(20_000))
        },
        { share: { tenant, user } },
      )
    const flood = Array.from({ length: 25 }, () => write('1', 'ann'))
    await Promise.all([...flood, write('1', 'bob'), write('2', 'eve')])
    assert.ok(order.indexOf('2 eve') <= 8, order.join())
    assert.ok(order.indexOf('1 bob') <= 10, order.join())
  })

  test('a write that waits when its client goes is not done', async () => {
    const client = new AbortController()
    const add = (id: string, gone?: () => AbortSignal) =>
      store.write(
        async tx => {
          await tx.read(work(20_000))
          await tx.run(insertThing(store, { id, name: id }))
        },
        { share: { tenant: '1', user: 'ann' }, gone },
      )
    const before = Array.from({ length: 6 }, (_, i) => add(`before${i}`))
    const waiting = add('waiting', () => client.signal)
    client.abort(new ClientGone())
    await assert.rejects(waiting, ClientGone)
    await Promise.all(before)
    assert.deepEqual(await store.rows(thingById(store.dialect, { db: 1, id: 'waiting' })), [])
    assert.equal((await store.rows(thingById(store.dialect, { db: 1, id: 'before5' }))).length, 1)
  })

  test('a write of many statements lets others have the event loop, and keeps its order', async () => {
    let turns = 0
    let over = false
    const count = () => {
      turns++
      if (!over) setImmediate(count)
    }
    setImmediate(count)
    const seen: unknown[] = []
    await store.write(async tx => {
      for (let i = 0; i < 40; i++) {
        void tx.read(work(2_000))
        tx.defer(insertThing(store, { id: `many${i}`, name: `many${i}` }))
        const [row] = await tx.rows(thingById(store.dialect, { db: 1, id: `many${i}` }))
        seen.push(row?.name)
      }
    })
    over = true
    assert.deepEqual(
      seen,
      Array.from({ length: 40 }, (_, i) => `many${i}`),
    )
    assert.ok(turns > (engine === 'sqlite' ? 4 : 1), `${turns} turns`)
  })
})
