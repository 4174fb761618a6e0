// What the engines spell differently gives the same results.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sql } from 'kysely'
import { migrate } from '../../src/storage/schema/migrate.ts'
import { type Args, compile } from '../../src/storage/statement.ts'
import type { Store } from '../../src/storage/store.ts'
import { eachEngine } from '../support/engines.ts'
import { addThing, insertThing, statement, tables } from './fixture.ts'

eachEngine('dialect', (_engine, fresh) => {
  let store: Store
  before(async () => {
    store = await fresh.open()
    await migrate(store, tables)
    for (const [id, count, ratio] of [
      ['a', 1, 0.5],
      ['b', 2, 1],
      ['c', 3, 2.5],
    ] as const) {
      await addThing(store, { id, name: `name "${id}"`, count, ratio })
    }
    await store.write(async tx => {
      for (const [position, item] of ['x', 'y"\\\n\u0001é', 'z'].entries()) {
        const values = { db: 1, owner: 'a', position, item }
        await tx.run(compile(store.dialect.dynamicBuilder.insertInto('part').values(values)))
      }
    })
  })

  const things = () => store.dialect.dynamicBuilder.selectFrom('thing as t').where('t.db', '=', 1)

  test('a list is bound as one parameter, whatever its length and type', async () => {
    const ids = async (
      column: string,
      list: readonly string[] | readonly number[],
      type: 'text' | 'integer' | 'real',
    ) => {
      const condition = store.dialect.inList(sql.ref(column), list, type)
      return (await store.read(compile(things().select('t.id').where(condition).orderBy('t.id')))).flat()
    }
    assert.deepStrictEqual(await ids('t.id', ['a', 'c', 'nobody'], 'text'), ['a', 'c'])
    assert.deepStrictEqual(await ids('t.id', [], 'text'), [])
    assert.deepStrictEqual(await ids('t.name', ['name "b"'], 'text'), ['b'])
    assert.deepStrictEqual(await ids('t.count', [1, 3, 99], 'integer'), ['a', 'c'])
    assert.deepStrictEqual(await ids('t.ratio', [0.5, 1], 'real'), ['a', 'b'])
    const many = Array.from({ length: 10_000 }, (_, i) => `id${i}`)
    assert.deepStrictEqual(await ids('t.id', [...many, 'b'], 'text'), ['b'])
  })

  test('a parameter of a statement takes a list too', async () => {
    const find = statement((db, p: Args<{ ids: readonly string[] }>, dialect) =>
      db
        .selectFrom('thing')
        .select('id')
        .where('db', '=', 1)
        .where(dialect.inList(sql.ref('id'), p('ids'), 'text'))
        .orderBy('id'),
    )
    assert.deepStrictEqual(await store.read(find(store.dialect, { ids: ['b'] })), [['b']])
    assert.deepStrictEqual(await store.read(find(store.dialect, { ids: ['c', 'a'] })), [['a'], ['c']])
  })

  test('a statement without one of its values is a fault of the program', () => {
    const find = statement((db, p: Args<{ id: string }>) =>
      db.selectFrom('thing').select('id').where('id', '=', p('id')),
    )
    assert.throws(() => find(store.dialect, {} as never), /no value for id/)
  })

  test('a list is a table with its positions', async () => {
    const list = store.dialect.listTable(['c', 'x', 'a'], 'text', 'l')
    const query = store.dialect.dynamicBuilder.selectFrom(list).select(['l.value', 'l.position']).orderBy('l.position')
    assert.deepStrictEqual(await store.read(compile(query)), [
      ['c', 0],
      ['x', 1],
      ['a', 2],
    ])
    const numbers = store.dialect.listTable([5, 7], 'integer', 'n')
    const sum = store.dialect.dynamicBuilder.selectFrom(numbers).select(b => b.fn.sum('n.value').as('s'))
    assert.deepStrictEqual(await store.read(compile(sum)), [[12]])
  })

  test('rows of a subquery become JSON text in their order', async () => {
    const parts = (order: 'asc' | 'desc', owner: string) =>
      store.dialect.dynamicBuilder
        .selectFrom('part as p')
        .select(['p.item', 'p.position'])
        .where('p.owner', '=', owner)
        .orderBy('p.position', order)
    const json = async (subquery: ReturnType<typeof parts>, columns: string[]) =>
      (
        await store.read(
          compile(things().select(store.dialect.jsonArray(subquery, columns).as('j')).where('t.id', '=', 'a')),
        )
      )[0]?.[0]
    assert.equal(await json(parts('asc', 'a'), ['item']), '["x","y\\"\\\\\\n\\u0001é","z"]')
    assert.equal(await json(parts('desc', 'a'), ['position']), '[2,1,0]')
    assert.equal(await json(parts('asc', 'a').limit(1), ['item', 'position']), '[["x",0]]')
    assert.equal(await json(parts('asc', 'nobody'), ['item']), '[]')
  })

  test('year and month are those of the time zone', async () => {
    const parts = async (instant: number | null, zone: string) => {
      const at = sql`cast(${instant} as bigint)`
      const { dynamicBuilder: builder, datePart } = store.dialect
      const query = builder.selectNoFrom([datePart('year', at, zone).as('y'), datePart('month', at, zone).as('m')])
      return (await store.read(compile(query)))[0]
    }
    const newYear = Date.UTC(2026, 0, 1) / 1000
    assert.deepStrictEqual(await parts(newYear, 'UTC'), [2026, 1])
    assert.deepStrictEqual(await parts(newYear - 1, 'UTC'), [2025, 12])
    assert.deepStrictEqual(await parts(newYear, 'America/Toronto'), [2025, 12])
    assert.deepStrictEqual(await parts(newYear + 5 * 3600, 'America/Toronto'), [2026, 1])
    assert.deepStrictEqual(await parts(newYear - 6 * 3600 + 900, 'Asia/Kathmandu'), [2026, 1])
    assert.deepStrictEqual(await parts(newYear - 6 * 3600, 'Asia/Kathmandu'), [2025, 12])
    assert.deepStrictEqual(await parts(Date.UTC(1969, 6, 20) / 1000, 'Europe/Paris'), [1969, 7])
    assert.deepStrictEqual(await parts(null, 'Europe/Paris'), [null, null])
  })

  test('writers who read with a lock do not overwrite each other', async () => {
    await addThing(store, { id: 'counter', name: 'counter', count: 0 })
    const { dynamicBuilder: builder, lock } = store.dialect
    const row = builder.selectFrom('thing').select('count').where('db', '=', 1).where('id', '=', 'counter')
    const raise = () =>
      store.write(async tx => {
        const count = (await tx.read(compile(row.modifyEnd(lock('update')))))[0]?.[0] as number
        const update = builder
          .updateTable('thing')
          .set({ count: count + 1 })
          .where('db', '=', 1)
          .where('id', '=', 'counter')
        await tx.run(compile(update))
      })
    await Promise.all(Array.from({ length: 30 }, raise))
    assert.deepStrictEqual(await store.read(compile(row)), [[30]])
    await store.write(tx => tx.read(compile(row.modifyEnd(lock('share')))))
  })

  test('a statement says how many rows it changed', async () => {
    const changed = await store.write(async tx => [
      await tx.run(insertThing(store, { id: 'n1' })),
      await tx.run(
        compile(store.dialect.dynamicBuilder.updateTable('thing').set({ count: 5 }).where('id', 'in', ['n1', 'b'])),
      ),
      await tx.run(
        compile(store.dialect.dynamicBuilder.updateTable('thing').set({ count: 5 }).where('id', '=', 'nobody')),
      ),
      await tx.run(compile(store.dialect.dynamicBuilder.deleteFrom('thing').where('id', '=', 'n1'))),
    ])
    assert.deepStrictEqual(changed, [1, 2, 0, 1])
  })
})
