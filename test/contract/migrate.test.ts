// Migrations: additions are derived, steps are numbered, each is run once, however many servers start at the same time.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { systemClock } from '../../src/base/clock.ts'
import { openStore } from '../../src/storage/open.ts'
import { migrate, migrationStatus, StoreTooNew } from '../../src/storage/schema/migrate.ts'
import { type Release, release } from '../../src/storage/schema/migrations.ts'
import { compile } from '../../src/storage/statement.ts'
import type { Store } from '../../src/storage/store.ts'
import { column, required, type Table, tenant } from '../../src/storage/table.ts'
import { countingStore } from '../scale/counting-store.ts'
import { eachEngine, freshStoreUrl } from '../support/engines.ts'
import { addThing, part, run, tables, thing, thingById } from './fixture.ts'

test('the statistics of PostgreSQL hold enough words to distinguish rare from common ones', async () => {
  const { url, remove } = await freshStoreUrl('postgres')
  const store = await openStore(url, { clock: systemClock })
  const target = async () => {
    const sql = `select attstattarget from pg_attribute where attrelid = 'thing_words'::regclass and attname = 'words'`
    return (await store.read({ sql, params: [] }))[0]?.[0]
  }
  try {
    await migrate(store, tables)
    assert.equal(await target(), 500)
  } finally {
    await store.close()
    await remove()
  }
})

eachEngine('migrate', engine => {
  const onFreshStore = (title: string, body: (store: Store, url: string) => Promise<void>) =>
    test(title, async () => {
      const { url, remove } = await freshStoreUrl(engine)
      const store = await openStore(url, { clock: systemClock })
      try {
        await body(store, url)
      } finally {
        await store.close()
        await remove()
      }
    })

  onFreshStore('an empty store gets everything, once', async store => {
    assert.equal((await migrationStatus(store, tables)).state, 'pending')
    const done = await migrate(store, tables)
    for (const what of [
      'create table thing',
      'create table part',
      'create index thing_name',
      'create word index thing_words',
    ]) {
      assert.ok(done.includes(what), what)
    }
    assert.deepStrictEqual(await migrate(store, tables), [])
    assert.deepStrictEqual(await migrationStatus(store, tables), {
      state: 'current',
      stored: release.number,
      own: release.number,
      pending: [],
    })
  })

  onFreshStore('a store that is as declared is recognised by two reads, without a lock', async store => {
    await migrate(store, tables)
    const { store: counted, take } = countingStore(store)
    const schema = { ...counted.schema, exclusively: () => assert.fail('it was locked') }
    assert.deepStrictEqual(await migrate({ ...counted, schema } as Store, tables), [])
    assert.equal(take().length, 2)
  })

  onFreshStore('columns, indexes, tables and word indexes are added under the rows that are there', async store => {
    const before: Table = { ...thing, columns: thing.columns.slice(0, 3), indexes: [], search: false }
    await migrate(store, [before])
    await addThing(store, { id: 'old', name: 'kept' })
    const prepared = () => store.rows(thingById(store.dialect, { db: 1, id: 'old' }))
    for (let i = 0; i < 3; i++) assert.deepStrictEqual(await prepared(), [{ db: 1, id: 'old', name: 'kept' }])
    const { pending } = await migrationStatus(store, tables)
    assert.deepStrictEqual(await migrate(store, tables), pending)
    assert.ok(pending.includes('add column thing.done') && pending.includes('create index thing_name'))
    const [row] = await prepared()
    assert.deepStrictEqual([row?.name, row?.done, row?.content], ['kept', 0, null])
  })

  onFreshStore('an index that is declared otherwise is made anew', async store => {
    await migrate(store, tables)
    const changed: Table = { ...thing, indexes: [{ name: 'name', columns: ['db', 'name', 'count'] }] }
    assert.deepStrictEqual(await migrate(store, [part, changed]), ['create index thing_name'])
    await addThing(store, { id: 'a', name: 'same' })
    await addThing(store, { id: 'b', name: 'same' })
  })

  onFreshStore('unknown tables and columns are left unchanged', async store => {
    const more: Table = { ...thing, columns: [...thing.columns, column('extra', 'text')] }
    const foreign: Table = {
      name: 'foreign_table',
      scope: 'global',
      columns: [required('id', 'text')],
      primaryKey: ['id'],
    }
    await migrate(store, [more, part, foreign])
    await migrate(store, tables)
    await store.write(tx =>
      tx.run(compile(store.dialect.dynamicBuilder.insertInto('foreign_table').values({ id: 'x' }))),
    )
    await addThing(store, { id: 'a', extra: 'kept' })
  })

  onFreshStore('numbered steps run once, in order, before the additions; a new store skips them', async store => {
    const first: Table = { ...thing, columns: [tenant, required('id', 'text'), column('title', 'text')], indexes: [] }
    await migrate(store, [first], { number: 1, steps: [] })
    const ran: number[] = []
    const step = (number: number, sql: string) => ({
      number,
      name: `step ${number}`,
      run: async (tx: {
        run: Store['write'] extends never ? never : (q: { sql: string; params: [] }) => Promise<number>
      }) => {
        ran.push(number)
        await tx.run({ sql, params: [] })
      },
    })
    const steps = [
      step(3, "UPDATE thing SET name = 'changed'"),
      step(2, 'ALTER TABLE thing RENAME COLUMN title TO name'),
    ]
    const next: Release = { number: 3, steps }
    assert.deepStrictEqual((await migrate(store, tables, next)).slice(0, 2), ['step 2', 'step 3'])
    assert.deepStrictEqual(await migrate(store, tables, next), [])
    assert.deepStrictEqual(ran, [2, 3])
    const record = await store.read({ sql: 'SELECT number, name FROM migration ORDER BY number', params: [] })
    assert.deepStrictEqual(record, [
      [0, 'created'],
      [2, 'step 2'],
      [3, 'step 3'],
    ])
  })

  onFreshStore('a step that converts rows runs after the additions', async store => {
    const first: Table = { ...thing, columns: [tenant, required('id', 'text')], indexes: [], search: false }
    await migrate(store, [first], { number: 1, steps: [] })
    await store.write(
      async tx => void (await tx.run({ sql: "INSERT INTO thing (db, id) VALUES (1, 'a')", params: [] })),
    )
    const fill: Release['steps'][number] = {
      number: 2,
      name: 'fill the names',
      convertsRows: true,
      run: async tx => void (await tx.run({ sql: 'UPDATE thing SET name = id', params: [] })),
    }
    const done = await migrate(store, tables, { number: 2, steps: [fill] })
    assert.ok(done.indexOf('add column thing.name') < done.indexOf('fill the names'))
    assert.deepStrictEqual(await store.read({ sql: 'SELECT name FROM thing', params: [] }), [['a']])
  })

  onFreshStore('a step that fails leaves the store as it was', async store => {
    await migrate(store, [])
    const next = release.number + 1
    const broken: Release = {
      number: next,
      steps: [
        {
          number: next,
          name: 'broken',
          run: async tx => void (await tx.run({ sql: 'DROP TABLE missing', params: [] })),
        },
      ],
    }
    await assert.rejects(migrate(store, tables, broken))
    assert.equal((await migrationStatus(store, [])).state, 'current')
  })

  onFreshStore('a store of a newer release is refused with a clear text', async store => {
    await migrate(store, tables, { number: 99, steps: [] })
    await assert.rejects(migrate(store, tables), (error: Error) => {
      assert.ok(error instanceof StoreTooNew)
      assert.match(error.message, /newer release \(schema 99; this release knows \d\)/)
      return true
    })
    assert.equal((await migrationStatus(store, tables)).state, 'newer')
  })

  onFreshStore('a step removes a column with its index, which no addition brings back', async store => {
    const before: Table = {
      ...part,
      columns: [...part.columns, column('due', 'integer')],
      indexes: [{ name: 'due', columns: ['db', 'due'] }],
    }
    await migrate(store, [before, thing], { number: 1, steps: [] })
    const remove: Release['steps'][number] = {
      number: 2,
      name: 'drop an unused column',
      run: async tx => {
        await tx.run({ sql: 'DROP INDEX part_due', params: [] })
        await tx.run({ sql: 'ALTER TABLE part DROP COLUMN due', params: [] })
      },
    }
    assert.deepEqual(await migrate(store, tables, { number: 2, steps: [remove] }), [remove.name])
    const shape = (await store.schema.tables(store)).get('part')
    assert.deepEqual([...(shape?.columns ?? [])].sort(), part.columns.map(c => c.name).sort())
    assert.deepEqual([...(shape?.indexes.keys() ?? [])], [])
  })

  onFreshStore('of processes that start at once one migrates and the others find it done', async (_store, url) => {
    const programs = [1, 2, 3].map(() => run('migrate.ts', url))
    assert.deepStrictEqual(await Promise.all(programs.map(p => p.ended)), [0, 0, 0])
    const done = programs.map(p => JSON.parse(p.lines[0] ?? '') as string[])
    assert.equal(done.filter(list => list.length > 0).length, 1)
  })
})

describe('declarations', () => {
  const faults: readonly [title: string, table: Table, message: RegExp][] = [
    ['a primary key without db', { ...thing, primaryKey: ['id'] }, /the primary key does not begin with db/],
    [
      'an index without db',
      { ...thing, indexes: [{ name: 'x', columns: ['name'] }] },
      /index x does not begin with db/,
    ],
    ['an unknown column', { ...thing, indexes: [{ name: 'x', columns: ['db', 'no'] }] }, /names no column: no/],
    ['a nullable key', { ...thing, primaryKey: ['db', 'name'] }, /name is a key and nullable/],
    ['a name that is too long', { ...thing, name: 'x'.repeat(64) }, /not a name that both engines take/],
    ['a foreign key to nowhere', { ...part, name: 'other' }, /names no table: thing/],
  ]
  for (const [title, table, message] of faults) {
    test(`${title} stops the start`, async () => {
      const { url, remove } = await freshStoreUrl('sqlite')
      const store = await openStore(url, { clock: systemClock })
      await assert.rejects(migrate(store, [table]), message)
      await store.close()
      await remove()
    })
  }
})
