// Values come back as they were written, and as the same JS values, on both engines.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sql } from 'kysely'
import { Refusal } from '../../src/base/errors.ts'
import { migrate } from '../../src/storage/schema/migrate.ts'
import { compile } from '../../src/storage/statement.ts'
import type { Store } from '../../src/storage/store.ts'
import { eachEngine } from '../support/engines.ts'
import { addThing, tables, thingById } from './fixture.ts'

eachEngine('values', (_engine, fresh) => {
  let store: Store
  before(async () => {
    store = await fresh.open()
    await migrate(store, tables)
  })

  const read = async (id: string) => (await store.rows(thingById(store.dialect, { db: 1, id })))[0]

  test('a row has the values that were written', async () => {
    const content = new Uint8Array([0, 1, 127, 128, 255])
    await addThing(store, {
      id: 'all',
      name: 'Zoë 𝄞 日本\n\t"\'\\%_',
      count: -7,
      amount: 12n,
      ratio: 0.1,
      done: 1,
      content,
    })
    assert.deepStrictEqual(await read('all'), {
      db: 1,
      id: 'all',
      name: 'Zoë 𝄞 日本\n\t"\'\\%_',
      count: -7,
      amount: 12,
      ratio: 0.1,
      done: 1,
      content,
    })
  })

  test('values that are not given are null or the default', async () => {
    await addThing(store, { id: 'none' })
    assert.deepStrictEqual(await read('none'), {
      db: 1,
      id: 'none',
      name: null,
      count: null,
      amount: null,
      ratio: null,
      done: 0,
      content: null,
    })
  })

  test('arrays have the values in the order of the select list', async () => {
    await addThing(store, { id: 'array', name: 'array', count: 2, ratio: 3 })
    const query = store.dialect.dynamicBuilder.selectFrom('thing').select(['count', 'id', 'ratio', 'amount'])
    assert.deepStrictEqual(await store.read(compile(query.where('db', '=', 1).where('id', '=', 'array'))), [
      [2, 'array', 3, null],
    ])
  })

  test('exact numbers beyond 2^53 are read as text, and refused as numbers', async () => {
    const amount = 9_223_372_036_854_775_807n
    await addThing(store, { id: 'exact', amount })
    const { dynamicBuilder: builder, asText } = store.dialect
    const one = builder.selectFrom('thing').where('db', '=', 1).where('id', '=', 'exact')
    assert.deepStrictEqual(await store.read(compile(one.select(asText(sql.ref('amount')).as('amount')))), [
      [String(amount)],
    ])
    await assert.rejects(async () => store.read(compile(one.select('amount'))), RangeError)
  })

  test('integers up to 2^53 and doubles keep every digit', async () => {
    const numbers = { count: Number.MAX_SAFE_INTEGER, ratio: Math.PI * 1e-300 }
    await addThing(store, { id: 'digits', ...numbers })
    const row = await read('digits')
    assert.deepStrictEqual({ count: row?.count, ratio: row?.ratio }, numbers)
  })

  test('an amount of bytes comes back whole', async () => {
    const content = new Uint8Array(1_000_000).map((_, i) => i * 31)
    await addThing(store, { id: 'bytes', content })
    assert.deepStrictEqual((await read('bytes'))?.content, content)
  })

  test('counts, sums and comparisons are numbers', async () => {
    await addThing(store, { id: 'sum1', name: 'sum1', count: 3, done: 1 })
    const query = store.dialect.dynamicBuilder
      .selectFrom('thing')
      .select(b => [b.fn.countAll().as('n'), b.fn.sum('count').as('sum'), b.fn.avg('count').as('avg')])
      .select(sql`max(count) > 2`.as('more'))
    assert.deepStrictEqual(await store.read(compile(query.where('db', '=', 1).where('id', '=', 'sum1'))), [
      [1, 3, 3, 1],
    ])
  })

  test('texts are ordered by their bytes', async () => {
    const names = ['B', 'a', 'é', 'b', '_', '日', 'A', '𝄞', '￼']
    for (const name of names) await addThing(store, { db: 9, id: name, name })
    const query = store.dialect.dynamicBuilder.selectFrom('thing').select('name').where('db', '=', 9).orderBy('name')
    assert.deepStrictEqual((await store.read(compile(query))).flat(), ['A', 'B', '_', 'a', 'b', 'é', '日', '￼', '𝄞'])
  })

  test('a text with U+0000 is refused, in a value and in a list', async () => {
    await assert.rejects(addThing(store, { id: 'nul', name: 'a\0b' }), Refusal)
    const { dynamicBuilder: builder, inList } = store.dialect
    const query = builder
      .selectFrom('thing')
      .select('id')
      .where(inList(sql.ref('name'), ['a\0'], 'text'))
    await assert.rejects(store.rows(compile(query)), Refusal)
  })

  test('an undefined value is a fault of the program', async () => {
    await assert.rejects(async () => store.read({ sql: 'select 1', params: [undefined as never] }), TypeError)
  })
})
