// Concurrent reads that share statements: each gets the same rows or the same error as alone.
import assert from 'node:assert/strict'
import { afterEach, before, describe, mock, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { Refusal } from '../../src/base/errors.ts'
import { migrate } from '../../src/storage/schema/migrate.ts'
import { type Args, compile } from '../../src/storage/statement.ts'
import type { Query, Scalar, Store } from '../../src/storage/store.ts'
import { eachEngine } from '../support/engines.ts'
import { endConnections } from '../support/postgres.ts'
import { pause, until } from '../support/until.ts'
import { addThing, statement, tables, thingById } from './fixture.ts'

const names = ['plain', 'with "quotes"', 'back\\slash', '{a,b}', 'NULL', 'null', '', ' ', 'Zoë 日本\n\t', "it's"]

const thingsFrom = statement((db, p: Args<{ db: number; from: string; most: number }>) =>
  db
    .selectFrom('thing')
    .select(['id', 'name', 'count', 'ratio'])
    .where('db', '=', p('db'))
    .where('id', '>=', p('from'))
    .orderBy('id', 'desc')
    .limit(p('most')),
)

/** Reads of one tenant by one column, which state their tenant. */
const thingsBy = (
  column: 'id' | 'name' | 'count' | 'ratio',
  operator: '=' | '<=' = '=',
  selected: 'db' | 'name' | 'count' | 'amount' = 'count',
) =>
  statement((db, p: Args<{ db: number; value: string | number | null }>) =>
    db
      .selectFrom('thing')
      .select(['id', selected])
      .where('db', '=', p('db'))
      .where(sql.ref(column), operator, p('value'))
      .orderBy('id')
      .limit(3),
  )

const thingsIn = statement((db, p: Args<{ db: number; list: readonly string[] }>, { inList }) =>
  db
    .selectFrom('thing')
    .select('id')
    .where('db', '=', p('db'))
    .where(inList(sql.ref('id'), p('list'), 'text'))
    .orderBy('id')
    .limit(10),
)

const isBatched = (text: string): boolean => text.includes(' cross join lateral ')

eachEngine('together', (engine, fresh) => {
  let store: Store
  before(async () => {
    store = await fresh.open()
    await migrate(store, tables)
    for (const [i, name] of names.entries()) await addThing(store, { id: `t${i}`, name, count: i, ratio: i / 4 })
    await addThing(store, { id: 'zz', db: 2, name: 'of another tenant' })
    await addThing(store, { id: 'huge', amount: 9_223_372_036_854_775_807n })
  })
  afterEach(() => mock.restoreAll())

  const settled = (queries: readonly Query[]) => Promise.allSettled(queries.map(async query => store.read(query)))

  /** All at once, and again until an engine that batches reads of one text has had the chance. */
  const together = async (queries: readonly Query[]): Promise<PromiseSettledResult<Scalar[][]>[]> => {
    const rounds: PromiseSettledResult<Scalar[][]>[][] = []
    for (let round = 0; round < 8; round++) {
      rounds.push(await settled(queries))
      await pause(5)
    }
    for (const round of rounds) assert.deepStrictEqual(round, rounds[0])
    return rounds.at(-1) as PromiseSettledResult<Scalar[][]>[]
  }

  const asAlone = async (queries: readonly Query[]): Promise<void> => {
    const alone: PromiseSettledResult<Scalar[][]>[] = []
    for (const query of queries) alone.push(...(await settled([query])))
    assert.ok(alone.some(result => result.status === 'fulfilled' && result.value.length > 0))
    assert.deepStrictEqual(await together(queries), alone)
  }

  test('reads of one text with other values, in an order of their own and with limits of their own', async () => {
    await asAlone(
      Array.from({ length: 40 }, (_, i) => thingsFrom(store.dialect, { db: 1, from: `t${i % 12}`, most: (i % 5) + 1 })),
    )
  })

  test('texts of any characters, numbers and nothing at all among the values', async () => {
    const by = (read: ReturnType<typeof thingsBy>, values: readonly (string | number | null)[]) =>
      asAlone(values.map(value => read(store.dialect, { db: 1, value })))
    await by(thingsBy('name'), [...names, 'none', null])
    await by(thingsBy('count'), [0, 7, -1, null])
    await by(thingsBy('ratio', '<='), [0, 0.25, 1e300, null])
  })

  test('lists that differ, as those of several callers do', async () => {
    const lists = [['t1', 't3'], [], ['t2', 'with "quotes"', 'back\\slash'], ['t1', 't3', 't9']]
    await asAlone(lists.map(list => thingsIn(store.dialect, { db: 1, list })))
  })

  test('several texts and several tenants', async () => {
    const { dynamicBuilder: builder } = store.dialect
    await asAlone(
      Array.from({ length: 24 }, (_, i) =>
        i % 3 === 0
          ? compile(
              builder
                .selectFrom('thing')
                .select('name')
                .where('id', '=', `t${i % 8}`)
                .limit(1),
            )
          : thingsFrom(store.dialect, { db: (i % 2) + 1, from: `t${i % 8}`, most: 4 }),
      ),
    )
  })

  test('a read that fails does not fail the reads that share its statement', async () => {
    const amount = thingsBy('id', '=', 'amount')
    const amounts = ['t1', 'huge', 't2', 't3'].map(value => amount(store.dialect, { db: 1, value }))
    const results = await together(amounts)
    assert.deepStrictEqual(
      results.map(result => (result.status === 'fulfilled' ? result.value : result.reason.name)),
      [[['t1', null]], 'RangeError', [['t2', null]], [['t3', null]]],
    )
    const refused = await settled(['t1', 'a\0b', 't2'].map(from => thingsFrom(store.dialect, { db: 1, from, most: 1 })))
    assert.deepStrictEqual(
      refused.map(result => result.status),
      ['fulfilled', 'rejected', 'fulfilled'],
    )
    assert.ok(refused[1]?.status === 'rejected' && refused[1].reason instanceof Refusal)
  })

  test('`took` is called once for reads that shared one statement, and each read is counted', async () => {
    let told = 0
    let counted = 0
    const own = await fresh.open({ onTiming: kind => void (kind === 'read' && counted++) })
    const reads = Array.from({ length: 12 }, (_, i) => thingsFrom(own.dialect, { db: 1, from: `t${i}`, most: 2 }))
    const took = () => void told++
    await until(async () => {
      told = 0
      counted = 0
      await Promise.all(reads.map(query => own.read(query, { took, most: 2 })))
      assert.equal(counted, 12)
      return told === (engine === 'sqlite' ? 12 : 2)
    })
  })

  if (engine === 'sqlite') return
  describe('as one statement', () => {
    /** The texts that were sent while `work` ran. */
    const sent = async (work: () => Promise<unknown>): Promise<string[]> => {
      const query = mock.method(pg.Client.prototype, 'query')
      await work()
      mock.restoreAll()
      return query.mock.calls.map(call => (call.arguments[0] as unknown as { text: string }).text)
    }
    const reads = (dbs: readonly number[]) =>
      dbs.map((db, i) => thingsFrom(store.dialect, { db, from: `t${i}`, most: 3 }))

    /** How many are batched depends on how quick they seem, so it may take some rounds until they are. */
    const sentInTheEnd = async (queries: readonly Query[], count: number): Promise<string[]> => {
      let texts: string[] = []
      await until(async () => {
        texts = await sent(() => settled(queries))
        return texts.length === count
      })
      return texts
    }

    test('the first leaves at once, those behind it together, those of another tenant apart', async () => {
      const one = await sentInTheEnd(reads([1, 1, 1, 1, 1, 1]), 2)
      assert.deepEqual(one.map(isBatched), [false, true])
      const two = await sentInTheEnd(reads([1, 1, 2, 1, 2, 1]), 3)
      assert.deepEqual(two.map(isBatched), [false, true, true])
    })

    test('reads of two tenants are never one statement, however they are mixed', async () => {
      const batched: (readonly unknown[])[] = []
      const query = pg.Client.prototype.query as (...args: unknown[]) => unknown
      mock.method(
        pg.Client.prototype,
        'query',
        function (this: pg.Client, config: { text: string; values: unknown[] }) {
          if (isBatched(config.text)) batched.push(config.values)
          return query.call(this, config)
        },
      )
      // All values differ, and a tenant's number is that of a limit too, so that nothing but the fact tells them apart.
      const mixed = Array.from({ length: 24 }, (_, i) =>
        thingsFrom(store.dialect, { db: (i % 3) + 1, from: `t${i}`, most: (i % 4) + 1 }),
      )
      await until(async () => {
        await settled(mixed)
        return batched.length >= 6
      })
      // What a batch has in common is one text, what differs in it an array: the tenant is never an array.
      for (const values of batched) {
        const single = values.filter(value => !String(value).startsWith('{'))
        assert.ok(single.length === 1 && ['1', '2', '3'].includes(String(single[0])), JSON.stringify(values))
      }
    })

    test('a read that does not state its tenant, or has no limit, is never batched', async () => {
      const unstated = reads([1, 1, 1, 1, 1, 1]).map(({ sql: text, params, facts }) => ({
        sql: `${text} offset 0`,
        params,
        facts: { ...facts, tenant: undefined as never },
      }))
      const withoutFacts = reads([1, 1, 1, 1, 1, 1]).map(({ sql: text, params }) => ({ sql: text, params }))
      const unlimited = ['t1', 't2', 't3', 't4'].map(id => {
        const query = thingById(store.dialect, { db: 1, id })
        return { ...query, facts: { ...query.facts, tenant: 0 } }
      })
      // The text of `withoutFacts` is known to the policy, from reads that do state their tenant.
      await sentInTheEnd(reads([1, 1, 1, 1, 1, 1]), 2)
      for (const queries of [unstated, withoutFacts, unlimited]) {
        for (let round = 0; round < 10; round++) {
          const texts = await sent(() => settled(queries))
          assert.equal(texts.filter(isBatched).length, 0)
          await pause(2)
        }
      }
    })

    test('no more than sixteen in one', async () => {
      const queries = reads(Array.from({ length: 35 }, () => 1))
      assert.deepEqual((await sentInTheEnd(queries, 4)).map(isBatched), [false, true, true, true])
      for (let round = 0; round < 20; round++) assert.ok((await sent(() => settled(queries))).length >= 4)
    })

    test('a value that the server cannot take fails alone, and the others are batched again the next time', async () => {
      const by = (most: unknown) => thingsFrom(store.dialect, { db: 1, from: 't1', most: most as number })
      await sentInTheEnd([by(1), by(2), by(3)], 2)
      const [, , failed, last] = await settled([by(1), by(2), by('three'), by(4)])
      assert.match(String(failed?.status === 'rejected' && failed.reason), /invalid input syntax/)
      assert.ok(last?.status === 'fulfilled' && last.value.length === 4)
      await sentInTheEnd([by(1), by(2), by(3)], 2)
    })

    test('what the server cannot run as one is asked for apart, and then left alone for a while', async () => {
      const read = thingsBy('id', '=', 'db')
      const queries = ['t1', 't2', 't3', 't4'].map(value => read(store.dialect, { db: 1, value }))
      const query = pg.Client.prototype.query as (...args: unknown[]) => unknown
      let spoilt = 0
      mock.method(pg.Client.prototype, 'query', function (this: pg.Client, config: { text: string }) {
        if (isBatched(config.text)) config.text += ` and nonsense${spoilt++}`
        return query.call(this, config)
      })
      await until(async () => {
        const answers = (await settled(queries)).map(result => result.status === 'fulfilled' && result.value)
        assert.deepEqual(answers, [[['t1', 1]], [['t2', 1]], [['t3', 1]], [['t4', 1]]])
        return spoilt > 0
      })
      mock.restoreAll()
      assert.equal((await sent(() => settled(queries))).filter(isBatched).length, 0)
      assert.equal(spoilt, 1)
    })

    test('a connection that is lost: all are asked for again on another', async () => {
      const own = await fresh.open()
      const queries = reads([1, 1, 1, 1, 1, 1])
      const ask = () => Promise.all(queries.map(query => own.read(query)))
      const expected = await ask()
      await until(async () => (await sent(ask)).some(isBatched))
      await endConnections(fresh.url())
      assert.deepStrictEqual(await ask(), expected)
    })

    test('a thousand other texts take the names of batches only until these are used again', async () => {
      const own = await fresh.open()
      const bySelected = { name: thingsBy('id', '=', 'name'), count: thingsBy('id', '=', 'count') }
      const read = (column: 'name' | 'count') =>
        Promise.all(['t1', 't2', 't3'].map(value => own.read(bySelected[column](own.dialect, { db: 1, value }))))
      const batched = async (column: 'name' | 'count') => (await sent(() => read(column))).some(isBatched)
      for (const column of ['name', 'name', 'count'] as const) await until(() => batched(column))
      for (let round = 0; round < 2; round++) {
        await Promise.all(Array.from({ length: 1_000 }, (_, i) => own.read({ sql: `select ${i}`, params: [] })))
      }
      for (const column of ['name', 'count', 'name', 'count'] as const) await until(() => batched(column))
      const named = `select count(*) from pg_prepared_statements where statement like '%"count"%'`
      assert.deepStrictEqual(await read('count'), await read('count'))
      assert.ok(Number((await own.read({ sql: named, params: [] }))[0]?.[0]) > 0)
    })

    test('a plan of many quick reads is not compiled', async () => {
      assert.deepStrictEqual(await store.read({ sql: `select current_setting('jit')`, params: [] }), [['off']])
    })
  })
})
