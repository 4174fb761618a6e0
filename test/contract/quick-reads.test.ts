// Quick reads: a read that takes long or returns many bytes is cancelled and runs again as a slow read.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type SqlBool, sql } from 'kysely'
import { migrate } from '../../src/storage/schema/migrate.ts'
import { compile } from '../../src/storage/statement.ts'
import type { Query, Store } from '../../src/storage/store.ts'
import { eachEngine } from '../support/engines.ts'
import { addThing, tables } from './fixture.ts'

eachEngine('quick reads', (_engine, fresh) => {
  let store: Store
  before(async () => {
    store = await fresh.open({ poolSize: 4, readers: 1 })
    await migrate(store, tables)
    await addThing(store, { id: 'a', name: 'A' })
  })

  /** Counts to `n`, one row after the other, as a read over a table looks at its rows. */
  const counting = (n: number): Query => {
    const rows = sql`with recursive c(n) as (select 1 union all select n + 1 from c where n < ${sql.lit(n)})`
    const where = sql.join(store.dialect.stoppable([sql<SqlBool>`1 = 1`]), sql` and `)
    const query = sql`${rows} select count(*) from c where ${where}`
    return compile({ compile: () => query.compile(store.dialect.dynamicBuilder) })
  }
  /** Rows of 100,000 characters each. */
  const long = (rows: number): Query => {
    const text = `replace(${store.shared ? "lpad('', 20000, ' ')" : 'hex(zeroblob(10000))'}, ${store.shared ? "' '" : "'0'"}, 'abcde')`
    const numbers = `with recursive c(n) as (select 1 union all select n + 1 from c where n < ${rows})`
    return { sql: `${numbers} select n, ${text} from c order by n`, params: [] }
  }
  const heard = () => {
    const times: number[] = []
    return { times, took: (ms: number) => void times.push(ms) }
  }

  test('a long read leaves the main thread, still returns all rows, and counts as slow', async () => {
    const { times, took } = heard()
    // The first slow read starts a process.
    await store.readSlow(counting(1))
    const reading = store.read(counting(2_000_000), { most: 1, took })
    let isDone = false
    void Promise.resolve(reading).finally(() => {
      isDone = true
    })
    await new Promise(resolve => setImmediate(resolve))
    assert.equal(isDone, false, 'the thread of all requests did the whole work')
    assert.deepEqual(
      (await reading).map(([n]) => Number(n)),
      [2_000_000],
    )
    assert.deepEqual(times, [Number.POSITIVE_INFINITY])
  })

  test('reads that wait because this process is busy do not count as slow', async () => {
    const { times, took } = heard()
    const quick = counting(10)
    await store.read(quick)
    const reading = Array.from({ length: 16 }, async () => store.read(quick, { most: 1, took }))
    // Their first steps are microtasks; then they are sent and wait for their answers.
    await new Promise(resolve => setImmediate(resolve))
    for (const until = performance.now() + 4 * store.shortReads.quickMs; performance.now() < until; );
    await Promise.all(reading)
    // Other programs may delay reads, but not all of them; the busy loop above would delay all.
    const quickly = times.filter(ms => ms < store.shortReads.quickMs)
    assert.ok(times.length > 0 && quickly.length > 0, times.join())
  })

  test('a read of many bytes is delivered in pieces, each row once', async () => {
    const { times, took } = heard()
    const pieces: number[] = []
    const numbers: number[] = []
    const each = (rows: readonly (readonly unknown[])[]) => {
      pieces.push(rows.length)
      for (const [n] of rows) numbers.push(Number(n))
    }
    assert.deepEqual(await store.read(long(300), { most: 1_000, took, each }), [])
    assert.deepEqual(
      numbers,
      Array.from({ length: 300 }, (_, i) => i + 1),
    )
    assert.ok(pieces.length > 5 && Math.max(...pieces) < 100, pieces.join())
    assert.deepEqual(times, [Number.POSITIVE_INFINITY])
  })

  test('a callback that throws gets no further pieces, and other reads go on', async () => {
    let pieces = 0
    const each = () => {
      pieces++
      throw new Error('enough')
    }
    await assert.rejects(async () => store.read(long(300), { most: 1_000, took: () => {}, each }), /enough/)
    assert.equal(pieces, 1)
    assert.deepEqual(await store.readSlow({ sql: 'select 7', params: [] }), [[7]])
  })

  test('a read that was cancelled while it counted rows can be repeated', async () => {
    for (let i = 0; i < 4; i++) {
      const rows = await store.read(counting(500_000), { most: 1_000, took: () => {} })
      assert.deepEqual(
        rows.map(([n]) => Number(n)),
        [500_000],
      )
    }
  })

  test('the connection of a cancelled read serves other reads, also in a new snapshot', async () => {
    for (const id of ['b', 'c']) {
      await store.read(counting(500_000), { most: 1, took: () => {} })
      await addThing(store, { id, name: id })
      const names = compile(store.dialect.dynamicBuilder.selectFrom('thing').select('name').where('id', '=', id))
      const { times, took } = heard()
      assert.deepEqual(await store.read(names, { most: 1, took }), [[id]])
      assert.ok((times[0] ?? 0) < Number.POSITIVE_INFINITY)
    }
  })
})
