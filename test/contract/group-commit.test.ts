// Group commit: writers that read nothing share statements and commits, with the results that each would get alone.
import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { migrate } from '../../src/storage/schema/migrate.ts'
import { compile } from '../../src/storage/statement.ts'
import { ConstraintViolation } from '../../src/storage/statements/constraint-violation.ts'
import { successionOf } from '../../src/storage/statements/succession.ts'
import type { Query, Row, Scalar, Store } from '../../src/storage/store.ts'
import { eachEngine } from '../support/engines.ts'
import { pause, until } from '../support/until.ts'
import { addThing, countThings, insertThing, tables, thing, thingById } from './fixture.ts'

/** Consumes a thing that is not taken yet; the taker is added as a thing too. */
const take = successionOf(thing, {
  key: 'id',
  open: ['name'],
  marks: { name: 'id' },
  link: 'name',
  inherited: ['db'],
  own: ['id'],
})

eachEngine('group commit', (engine, fresh) => {
  let store: Store
  before(async () => {
    store = await fresh.open()
    await migrate(store, tables)
  })
  beforeEach(() => store.write(tx => tx.run(compile(store.dialect.dynamicBuilder.deleteFrom('thing')))))

  const row = (values: Record<string, Scalar>): Query =>
    store.dialect.inserter('thing', thing.columns)({ db: 1, ...values })
  const add = (...rows: readonly Query[]) =>
    store.write(async tx => {
      for (const query of rows) tx.defer(query)
    })
  const ids = async () => (await store.read({ sql: 'select id from thing order by id', params: [] })).map(([id]) => id)

  test('a row reads back with the values that were written, of every type', async () => {
    const content = new Uint8Array([0, 1, 127, 128, 255])
    const given = {
      id: 'all',
      name: 'Zoë 𝄞 日本\n\t"\'\\%_{}[],',
      count: -7,
      amount: 9007199254740993n,
      ratio: 0.1,
      content,
    }
    const half = 'half \ud834 of a pair'
    await Promise.all([add(row(given)), add(row({ id: 'none' })), add(row({ id: 'half', name: half, done: 1 }))])
    const read = async (id: string) => {
      const {
        db: _,
        amount,
        ...rest
      } = (await store.rows<Row>(thingById(store.dialect, { db: 1, id })).catch(() => []))[0] ?? {}
      return rest
    }
    const amounts = await store.read({ sql: "select cast(amount as text) from thing where id = 'all'", params: [] })
    assert.deepStrictEqual(amounts, [['9007199254740993']])
    await store.write(tx => tx.run({ sql: "update thing set amount = null where id = 'all'", params: [] }))
    const { amount: _, ...expected } = given
    assert.deepStrictEqual(await read('all'), { ...expected, done: 0 })
    assert.deepStrictEqual(await read('none'), {
      id: 'none',
      name: null,
      count: null,
      ratio: null,
      done: 0,
      content: null,
    })
    assert.deepStrictEqual((await read('half')).name, half.toWellFormed())
    await assert.rejects(async () => add(row({ id: 'zero', name: 'a\0b' })), /U\+0000/)
  })

  test('of many writers only those that violate a constraint fail, each with its own error', async () => {
    await addThing(store, { id: 'taken', name: 'same' })
    const results = await Promise.allSettled(
      Array.from({ length: 40 }, (_, i) => add(row({ id: `id${i}`, name: i % 10 === 3 ? 'same' : `name ${i}` }))),
    )
    const failed = results.flatMap((result, i) => (result.status === 'rejected' ? [{ i, reason: result.reason }] : []))
    assert.deepStrictEqual(
      failed.map(({ i }) => i),
      [3, 13, 23, 33],
    )
    for (const { reason } of failed) {
      assert.ok(reason instanceof ConstraintViolation)
      assert.deepStrictEqual([reason.kind, reason.columns], ['unique', ['db', 'name']])
    }
    assert.equal(await countThings(store), 37)
  })

  test('a writer of several statements does all of them or none, in their order', async () => {
    await addThing(store, { id: 'old' })
    const rename = (id: string, name: string) =>
      compile(store.dialect.dynamicBuilder.updateTable('thing').set({ name }).where('id', '=', id))
    const write = (...queries: readonly Query[]) =>
      store.write(async tx => {
        for (const query of queries) tx.defer(query)
      })
    const results = await Promise.allSettled([
      write(rename('old', 'first'), rename('old', 'second')),
      write(row({ id: 'a', name: 'x' }), rename('a', 'y')),
      write(row({ id: 'b', name: 'z' }), row({ id: 'c', name: 'z' })),
      add(row({ id: 'd' }), row({ id: 'e' })),
    ])
    assert.deepStrictEqual(
      results.map(result => result.status),
      ['fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
    )
    const found = await store.read({ sql: 'select id, name from thing order by id', params: [] })
    assert.deepStrictEqual(found, [
      ['a', 'y'],
      ['d', null],
      ['e', null],
      ['old', 'second'],
    ])
  })

  test('each writer gets the row count of its own statement: of several that consume one row, one gets 1', async () => {
    await Promise.all(Array.from({ length: 10 }, (_, i) => add(row({ id: `thing ${i}` }))))
    const takers = Array.from({ length: 30 }, (_, i) => ({ id: `thing ${i % 12}`, taker: `taker ${i}` }))
    const taken = await Promise.all(
      takers.map(async taker => {
        const [consume, ...more] = take(store.dialect, taker.id, { id: taker.taker })
        const { count } = await store.write(async tx => {
          const deferred = tx.defer(consume)
          for (const query of more) tx.defer(query)
          return deferred
        })
        return { ...taker, count: await count }
      }),
    )
    const winners = taken.filter(({ count }) => count === 1)
    const takenAndTakers = [...winners.map(({ id }) => id), ...winners.map(({ taker }) => taker)]
    assert.equal(winners.length, 10)
    assert.deepStrictEqual(takenAndTakers.sort(), await ids())
    assert.ok(taken.every(({ count }) => count === 0 || count === 1))
    for (const { id, taker } of winners) {
      const [found] = await store.read({ sql: `select name from thing where id = '${id}'`, params: [] })
      assert.deepStrictEqual(found, [taker])
    }
  })

  test('a deferred statement gives the number of rows that it changed, also when it was merged with others', async () => {
    const rename = compile(
      store.dialect.dynamicBuilder.updateTable('thing').set({ name: 'x' }).where('id', 'like', 'a%'),
    )
    const none = compile(store.dialect.dynamicBuilder.deleteFrom('thing').where('id', '=', 'nobody'))
    const counts = async (queries: readonly Query[]) => {
      const deferred = await store.write(async tx => queries.map(query => tx.defer(query)))
      return Promise.all(deferred.map(one => one.count))
    }
    const results = await Promise.all([
      counts([row({ id: 'a' }), row({ id: 'b' })]),
      counts([row({ id: 'c' })]),
      counts([none, row({ id: 'd' }), row({ id: 'e' }), none]),
    ])
    assert.deepStrictEqual(results, [[1, 1], [1], [0, 1, 1, 0]])
    assert.deepStrictEqual(await counts([rename]), [1])
  })

  if (engine === 'sqlite') return

  test('writers that are ready together are one transaction', async () => {
    await Promise.all(Array.from({ length: 30 }, (_, i) => add(row({ id: `id${i}` }))))
    const [counted] = await store.read({ sql: 'select count(*), count(distinct xmin::text) from thing', params: [] })
    const [things, transactions] = counted as [number, number]
    assert.equal(things, 30)
    assert.ok(transactions <= 3, `${transactions} transactions`)
  })

  test('a writer that waits for a lock does not delay later writers', async () => {
    await add(row({ id: 'held' }))
    const [taking] = take(store.dialect, 'held', { id: 'late' })
    let waiting: Promise<unknown> | undefined
    await store.write(async tx => {
      await tx.run(insertThing(store, { id: 'other' }))
      await tx.run({ sql: "update thing set count = 1 where id = 'held'", params: [] })
      waiting = store.write(async late => late.defer(taking))
      await pause(50)
      await add(row({ id: 'after' }))
      await until(async () => (await ids()).includes('after'))
    })
    await waiting
    const [found] = await store.read({ sql: "select name, count from thing where id = 'held'", params: [] })
    assert.deepStrictEqual(found, ['late', 1])
  })
})
