// Searching in the order of identifiers: the same records as any search finds, however they came into the index.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type SqlBool, sql } from 'kysely'
import { identifierMaker } from '../../src/base/text/identifier.ts'
import { all, truth } from '../../src/query/combine.ts'
import type { OrderedSearch } from '../../src/storage/dialect.ts'
import { migrate } from '../../src/storage/schema/migrate.ts'
import type { Store, Value } from '../../src/storage/store.ts'
import { eachEngine } from '../support/engines.ts'
import { insertThing, tables } from './fixture.ts'

interface SearchRequest {
  readonly db: number
  readonly prefixes: readonly string[]
  readonly descending?: boolean
  readonly after?: string
}

eachEngine('search order', (_engine, fresh) => {
  let store: Store
  const makers = [1, 2].map(() => identifierMaker({ now: () => Date.UTC(2026, 5, 1) }))
  const words = (i: number) => ['nall', `nmod${i % 3}`, `email${i}`, `nfew${i % 32}`, `tmany${i % 33}`, `tlots${i}`]
  const made = Array.from({ length: 132 }, (_, i) => ({ id: (makers[i % 2] as () => string)(), words: words(i) }))
  const sorted = made.map(({ id }) => id).sort()

  const put = (db: number, records: typeof made, atOnce: boolean) =>
    store.write(async tx => {
      const { search } = store.dialect
      for (const { id } of records) await tx.run(insertThing(store, { db, id }))
      if (atOnce) await search.add(tx, 'thing', db, records)
      else for (const record of records) await search.replace(tx, 'thing', db, record)
    })

  before(async () => {
    store = await fresh.open()
    await migrate(store, tables)
    // Identifiers of two processes with stopped clocks, added in batches and singly, most of them out of order, in two databases.
    const quarter = (n: number) => made.filter((_, i) => i % 4 === n)
    await put(1, quarter(2), true)
    await put(2, quarter(1), false)
    await put(1, quarter(0).reverse(), false)
    await put(2, quarter(3), true)
    await put(1, quarter(1), true)
    await put(1, quarter(3), false)
  })

  const run = async (query: ReturnType<typeof sql>): Promise<string[]> => {
    const { sql: text, parameters } = query.compile(store.dialect.dynamicBuilder)
    return (await store.read({ sql: text, params: parameters as Value[] })).flat() as string[]
  }
  const way = ({ descending }: SearchRequest) => (descending ? sql`desc` : sql`asc`)

  const after = (request: SearchRequest) =>
    request.descending ? sql`t.id < ${request.after}` : sql`t.id > ${request.after}`

  const gathered = (request: SearchRequest): Promise<string[]> => {
    const { search } = store.dialect
    const matches = search.matches('thing', 't', search.bind(request.db, request.prefixes), request.db)
    const page = request.after === undefined ? sql`` : sql` and ${after(request)}`
    return run(
      sql`select t.id from thing t where t.db = ${request.db} and ${matches}${page} order by t.id ${way(request)} limit 50`,
    )
  }

  const inOrder = (
    request: SearchRequest,
    ordered: OrderedSearch,
    limit = 50,
    more = sql<SqlBool>`1 = 1`,
  ): Promise<string[]> => {
    const prefixes = store.dialect.search.bind(request.db, request.prefixes)
    const matches = all(ordered.matches('thing', 't', prefixes, request.db)) ?? truth
    const beyond =
      request.after === undefined ? [] : ordered.beyond('thing', request.after, request.descending ?? false)
    const page = request.after === undefined ? sql`` : sql` and ${all(beyond) ?? after(request)}`
    const from = sql`${ordered.lead('thing')}thing t`
    const where = sql<SqlBool>`t.db = ${request.db} and ${matches}${page} and ${more}`
    const within = ordered.within({
      table: 'thing',
      alias: 't',
      prefixes,
      db: request.db,
      from,
      where,
      after: request.after ?? null,
      limit: sql`${sql.lit(limit)}`,
      descending: request.descending ?? false,
      form: ordered.formOf(prefixes),
    })
    return run(
      sql`select t.id from ${from} where ${where} and ${all(within) ?? truth} order by ${ordered.order('thing', 't')} ${way(request)} limit ${sql.lit(limit)}`,
    )
  }

  test('every search finds the same in order as by gathering, forwards, backwards and page by page', async () => {
    const ordered = store.dialect.search.inOrder
    const everywhere = [undefined, sorted[0], sorted[40], sorted.at(-1), '0', 'ZZ']
    for (const prefixes of [
      ['nall'],
      ['na'],
      ['nmod1'],
      ['nmod'],
      ['nmod1', 'nfew1'],
      ['email5'],
      ['nnobody'],
      ['nall', 'emai'],
      ['nall', 'nmod'],
      ['nmod2', 'nfew3', 'nall'],
      ['nall', 'nnobody'],
      ['tmany'],
      ['tlots'],
      ['tlots', 'nmod1'],
      ['tlots', 'tmany1'],
    ]) {
      for (const db of [1, 2, 3]) {
        for (const descending of [false, true]) {
          for (const after of everywhere) {
            const request = { db, prefixes, descending, ...(after === undefined ? {} : { after }) }
            const expected = await gathered(request)
            assert.deepEqual(
              expected,
              expected.toSorted((a, b) => (a < b === descending ? 1 : -1)),
            )
            assert.deepEqual(await inOrder(request, ordered), expected, JSON.stringify(request))
          }
        }
      }
    }
    assert.equal((await gathered({ db: 1, prefixes: ['nall'] })).length, 50)
    assert.deepEqual(await gathered({ db: 3, prefixes: ['nall'] }), [])
  })

  test('a page is full though other conditions leave out most of what the words find', async () => {
    const ordered = store.dialect.search.inOrder
    const late = sorted.slice(100)
    const beyond = sql<SqlBool>`t.id >= ${late[0]}`
    for (const prefixes of [['nall'], ['nall', 'nmod'], ['tlots']]) {
      assert.deepEqual(await inOrder({ db: 1, prefixes }, ordered, 3, beyond), late.slice(0, 3), prefixes.join())
      assert.deepEqual(await inOrder({ db: 1, prefixes }, ordered, 200, beyond), late, prefixes.join())
    }
  })

  test('a prefix finds the same whether few words begin with it or many', async () => {
    const count = async (prefix: string) => (await gathered({ db: 2, prefixes: [prefix] })).length
    for (const prefix of ['nfew', 'tmany', 'n', 't', '']) assert.equal(await count(prefix), 50, prefix)
    const all = (await gathered({ db: 2, prefixes: ['nfew1'] })).concat(await gathered({ db: 2, prefixes: ['tmany3'] }))
    const having = (begin: string) => made.filter((one, i) => i % 2 === 1 && one.words.some(w => w.startsWith(begin)))
    assert.equal(all.length, having('nfew1').length + having('tmany3').length)
  })

  test('a record keeps its position when its words change and when it is removed and added again', async () => {
    const id = sorted[60] as string
    const change = (words: string[]) => store.write(tx => store.dialect.search.replace(tx, 'thing', 1, { id, words }))
    const { inOrder: ordered } = store.dialect.search
    const found = (prefix: string, from = sorted[55] as string) =>
      inOrder({ db: 1, prefixes: [prefix], after: from }, ordered)
    const before = await found('nall')
    assert.ok(before.includes(id))
    await change(['nother', 'tnew'])
    assert.deepEqual(await found('nall'), before.filter(one => one !== id).concat(sorted[106] as string))
    assert.deepEqual(await found('noth'), [id])
    await change([])
    assert.deepEqual(await found('noth'), [])
    // The next page begins behind the last record of the page before, though that record was removed.
    assert.deepEqual((await found('nall', id)).slice(0, 3), sorted.slice(61, 64))
    await change(['nall'])
    assert.deepEqual(await found('nall'), before)
  })
})
