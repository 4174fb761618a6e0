// The word index: each prefix must begin some word, whatever characters the words are made of.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { migrate } from '../../src/storage/schema/migrate.ts'
import { compile } from '../../src/storage/statement.ts'
import type { Store } from '../../src/storage/store.ts'
import { eachEngine } from '../support/engines.ts'
import { insertThing, tables } from './fixture.ts'

const records: Record<string, string[]> = {
  john: ['john', 'smith'],
  johnston: ['johnston', 'smythe'],
  mail: ['john doe"s @x\\y:z*', 'a_b', 'a-b'],
  hostile: ["o'brien", '(or)', 'and', 'near', '"quoted"', '*', ':', '\\', '&|!<->', '', ' '],
  world: ['日本語', '🙂🙃', 'ñandú', 'Upper'],
  long: ['x'.repeat(3_000), '語'.repeat(3_000)],
}

const cases: readonly [prefixes: string[], found: string[]][] = [
  [['john'], ['john', 'johnston', 'mail']],
  [['joh', 'smi'], ['john']],
  [['smi', 'joh', 'smith'], ['john']],
  [['ohn'], []],
  [['john '], ['mail']],
  [['john doe"s @x\\y:z*'], ['mail']],
  [['john doe"s @x\\y:z*!'], []],
  [['a_'], ['mail']],
  [['a-b', 'a_b'], ['mail']],
  [["o'"], ['hostile']],
  [['(or'], ['hostile']],
  [['or'], []],
  [['and', 'near'], ['hostile']],
  [['"'], ['hostile']],
  [['*'], ['hostile']],
  [[':', '\\'], ['hostile']],
  [['&|!<->'], ['hostile']],
  [['日'], ['world']],
  [['🙂'], ['world']],
  [['ñ', '日本語'], ['world']],
  [['upper'], []],
  [['Upp'], ['world']],
  [['xxxx'], ['long']],
  [['x'.repeat(3_000)], ['long']],
  [['語'.repeat(150)], ['long']],
  [[''], ['hostile', 'john', 'johnston', 'long', 'mail', 'world']],
  [[], ['hostile', 'john', 'johnston', 'long', 'mail', 'world']],
  [["' OR 1=1 --"], []],
]

eachEngine('search', (engine, fresh) => {
  let store: Store
  before(async () => {
    store = await fresh.open()
    await migrate(store, tables)
    await store.write(async tx => {
      // Some are added one by one, the others in one batch: searches find both alike.
      const { replace, add } = store.dialect.search
      const all = Object.entries(records).map(([id, words]) => ({ id, words }))
      for (const { id } of all) await tx.run(insertThing(store, { id }))
      for (const record of all.slice(0, 2)) await replace(tx, 'thing', 1, record)
      await add(tx, 'thing', 1, all.slice(2))
      for (const db of [2, 11]) {
        await tx.run(insertThing(store, { db, id: 'john' }))
        await replace(tx, 'thing', db, { id: 'john', words: ['john', `only${db}`] })
      }
    })
  })

  const select = (db: number, prefixes: readonly string[]) => {
    const { dynamicBuilder: builder, search } = store.dialect
    const condition = search.matches('thing', 't', search.bind(db, prefixes), db)
    return builder.selectFrom('thing as t').select('t.id').where('t.db', '=', db).where(condition).orderBy('t.id')
  }
  const find = async (prefixes: readonly string[], db = 1) => (await store.read(compile(select(db, prefixes)))).flat()

  for (const [prefixes, found] of cases) {
    const title = JSON.stringify(prefixes.map(prefix => prefix.slice(0, 30)))
    test(`${title} finds ${found.join(', ') || 'nothing'}`, async () => {
      assert.deepStrictEqual(await find(prefixes), found)
    })
  }

  test('tenants never find each other’s records', async () => {
    assert.deepStrictEqual(await find(['only2'], 2), ['john'])
    assert.deepStrictEqual(await find(['only2'], 1), [])
    assert.deepStrictEqual(await find(['1_'], 1), [])
    assert.deepStrictEqual(await find(['only11'], 1), [])
  })

  test('a limit and other conditions combine with it', async () => {
    const query = select(1, ['john']).where('t.id', '>', 'john').limit(1)
    assert.deepStrictEqual(await store.read(compile(query)), [['johnston']])
    const { search } = store.dialect
    const either = select(1, ['smi']).clearWhere().where('t.db', '=', 1)
    const both = either.where(b =>
      b.or([
        search.matches('thing', 't', search.bind(1, ['smi']), 1),
        search.matches('thing', 't', search.bind(1, ['ñ']), 1),
      ]),
    )
    assert.deepStrictEqual((await store.read(compile(both))).flat(), ['john', 'world'])
  })

  test('words are replaced, and an empty list removes them', async () => {
    const change = (words: string[]) =>
      store.write(tx => store.dialect.search.replace(tx, 'thing', 2, { id: 'john', words }))
    await change(['jane'])
    assert.deepStrictEqual([await find(['john'], 2), await find(['jane'], 2)], [[], ['john']])
    await change([])
    await change([])
    assert.deepStrictEqual(await find([], 2), [])
    await change(['back'])
    assert.deepStrictEqual(await find(['ba'], 2), ['john'])
  })

  test('the engine goes by the index', async () => {
    const { sql, params } = compile(select(1, ['john']))
    if (engine === 'sqlite') {
      const plan = (await store.read({ sql: `explain query plan ${sql}`, params })).map(row => row[3]).join('\n')
      assert.match(plan, /SEARCH t USING .*\(db=\? AND id=\?\)/)
      assert.match(plan, /VIRTUAL TABLE INDEX/)
      return
    }
    const plan = await store.write(async tx => {
      await tx.run({ sql: 'set local enable_seqscan = off', params: [] })
      // Enough other records that to read them all is not the shorter way.
      const others = 'from generate_series(1, 2000) n'
      for (const statement of [
        `insert into thing (db, id) select 1, 'n' || n ${others}`,
        `insert into thing_words select 1, 'n' || n, array_to_tsvector(array['1_n' || n]) ${others}`,
        'analyze thing, thing_words',
      ])
        await tx.run({ sql: statement, params: [] })
      return (await tx.read({ sql: `explain ${sql}`, params })).flat().join('\n')
    })
    assert.match(plan, /Bitmap Index Scan on thing_words_gin/)
  })
})
