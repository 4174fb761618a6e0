// A store on several nodes, as far as no cluster is needed: VALUES lists, commit groups, failures of a node, plan modes.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { systemClock } from '../../src/base/clock.ts'
import { StoreUnavailable } from '../../src/base/errors.ts'
import { citus } from '../../src/storage/postgres/citus/engine.ts'
import { citusSchema } from '../../src/storage/postgres/citus/schema.ts'
import { isConnectionLoss, isNodeLoss, isUnusable, translate } from '../../src/storage/postgres/driver/failures.ts'
import { plainPostgres } from '../../src/storage/postgres/engine.ts'
import { PostgresStore } from '../../src/storage/postgres/store.ts'
import { mergeStatements } from '../../src/storage/postgres/writes/merge-statements.ts'
import { migrate } from '../../src/storage/schema/migrate.ts'
import type { Query, Scalar, Store } from '../../src/storage/store.ts'
import { dropDatabase, freshDatabase } from '../support/postgres.ts'
import { tables, thing } from './fixture.ts'

const failure = (code: string, severity: string): Error => Object.assign(new Error('gone'), { code, severity })
const insert = citus.dialect.inserter('thing', thing.columns)
const row = (values: Record<string, Scalar>): Query => insert({ db: 1, ...values })
const deferred = (query: Query) => ({ query, resolve: () => {} })

describe('A distributed store', () => {
  test('rows are inserted by VALUES, each value bound', () => {
    const { sql, params, facts } = row({ id: 'a' })
    assert.match(sql, /^insert into "thing" \("db", "id", .*\) values \(\$1, \$2, /)
    assert.equal(params.length, thing.columns.length)
    assert.equal(facts?.tenant, 0)
    assert.doesNotMatch(plainPostgres.dialect.inserter('thing', thing.columns)({ db: 1, id: 'a' }).sql, /values/)
  })

  test('rows of one table and tenant become lists of few lengths, and no list has two tenants', () => {
    const one = Array.from({ length: 11 }, (_, i) => deferred(row({ id: `a${i}` })))
    const other = Array.from({ length: 2 }, (_, i) => deferred(insert({ db: 2, id: `b${i}` })))
    const merged = mergeStatements([one, other])
    assert.deepEqual(
      merged.map(({ of }) => of.length),
      [8, 2, 1, 2],
    )
    for (const { query, of } of merged) {
      assert.equal(query.params.length, of.length * thing.columns.length)
      assert.equal(new Set(of.map(part => part.query.params[0])).size, 1)
      assert.deepEqual(
        query.params,
        of.flatMap(part => part.query.params),
      )
    }
  })

  test('an error about another node is no loss of the connection; what ends a connection is', () => {
    for (const code of ['08000', '08006', '08001', '57P01', '57P03']) {
      const [node, own] = [failure(code, 'ERROR'), failure(code, 'FATAL')]
      assert.deepEqual([isNodeLoss(node), isConnectionLoss(node), isUnusable(node)], [true, false, false])
      assert.deepEqual([isNodeLoss(own), isConnectionLoss(own), isUnusable(own)], [false, true, true])
      const told = translate(node)
      assert.ok(told instanceof StoreUnavailable)
      assert.equal(told.reason, 'A node of the store cannot be reached.')
    }
    assert.equal(isNodeLoss(failure('40001', 'ERROR')), false)
    assert.equal(isConnectionLoss(new Error('Connection terminated unexpectedly')), true)
  })

  test('one plan for all values is asked of plain PostgreSQL alone', () => {
    assert.deepEqual(new Set(Object.values(plainPostgres.planModes)), new Set(['force_generic_plan']))
    assert.deepEqual(citus.planModes, { reads: 'auto', writes: 'force_custom_plan' })
  })

  test('each table is distributed, replicated or local as declared', () => {
    const place = (table: Parameters<typeof citusSchema.place>[0]) => citusSchema.place(table).join()
    assert.match(place({ name: 'note', scope: 'database' }), /create_distributed_table\('"note"', 'db'/)
    assert.match(place({ name: 'timeline', scope: 'global', besideTenants: true }), /create_reference_table/)
    assert.equal(place({ name: 'throttle', scope: 'global' }), '')
    assert.deepEqual(plainPostgres.schema.place({ name: 'note', scope: 'database' }), [])
  })

  describe('on plain PostgreSQL', () => {
    let url = ''
    let store: Store
    before(async () => {
      url = await freshDatabase()
      // The tables are where they always are: what Citus alone has is their placement.
      const engine = { ...citus, schema: plainPostgres.schema, allTenants: [], migration: [], nodeGroups: null }
      store = new PostgresStore(url, { clock: systemClock }, engine)
      await migrate(store, tables)
    })
    after(async () => {
      await store.close()
      await dropDatabase(url)
    })

    test('writers of several tenants commit side by side, and each gets the number of rows that it added', async () => {
      const counts = await Promise.all(
        Array.from({ length: 40 }, async (_, i) => {
          const share = { tenant: String(i % 3), user: '' }
          const add = await store.write(
            async tx => [tx.defer(insert({ db: i % 3, id: `x${i}` })), tx.defer(insert({ db: i % 3, id: `y${i}` }))],
            { share },
          )
          return Promise.all(add.map(({ count }) => count))
        }),
      )
      assert.deepEqual(new Set(counts.flat()), new Set([1]))
      assert.deepEqual(await store.read({ sql: 'select count(*) from thing', params: [] }), [[80]])
    })

    test('a row that exists fails its own writer alone', async () => {
      const outcomes = await Promise.allSettled(
        ['z1', 'x0', 'z2'].map(id =>
          store.write(async tx => tx.defer(insert({ db: 0, id })), { share: { tenant: '0', user: '' } }),
        ),
      )
      assert.deepEqual(
        outcomes.map(({ status }) => status),
        ['fulfilled', 'rejected', 'fulfilled'],
      )
    })

    test('words are replaced and added by lists', async () => {
      const { search } = store.dialect
      await store.write(async tx => {
        await search.replace(tx, 'thing', 0, { id: 'x0', words: ['napple'] })
        await search.add(
          tx,
          'thing',
          0,
          [3, 6, 9].map(i => ({ id: `x${i}`, words: ['npear', `w${i}`] })),
        )
        await search.replace(tx, 'thing', 0, { id: 'x0', words: ['nplum', 'npear'] })
      })
      const sql = `select id from thing_words where db = 0 and words @@ ($1::json ->> 'q')::tsquery order by id`
      const find = async (word: string) => (await store.read({ sql, params: [search.bind(0, [word])] })).flat()
      assert.deepEqual(await find('npear'), ['x0', 'x3', 'x6', 'x9'])
      assert.deepEqual(await find('napple'), [])
      const postings = await store.read({ sql: 'select count(*) from thing_postings where id = $1', params: ['x0'] })
      assert.deepEqual(postings, [[2]])
    })
  })
})
