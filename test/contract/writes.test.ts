// Transactions: atomic, alone or in a group commit, with an error that names the violated constraint.
import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { StoreUnavailable } from '../../src/base/errors.ts'
import { migrate } from '../../src/storage/schema/migrate.ts'
import { compile } from '../../src/storage/statement.ts'
import { ConstraintViolation } from '../../src/storage/statements/constraint-violation.ts'
import type { Scalar, Store, Tx } from '../../src/storage/store.ts'
import { eachEngine } from '../support/engines.ts'
import { addThing, countThings, insertThing, part, tables, thing } from './fixture.ts'

eachEngine('writes', (engine, fresh) => {
  let store: Store
  let commits = 0
  before(async () => {
    store = await fresh.open({ onTiming: kind => (commits += kind === 'commit' ? 1 : 0) })
    await migrate(store, tables)
  })
  beforeEach(() => store.write(tx => tx.run(compile(store.dialect.dynamicBuilder.deleteFrom('thing')))))
  /** An INSERT that may be merged with others. */
  const put = (values: Record<string, Scalar>) => store.dialect.inserter('thing', thing.columns)({ db: 1, ...values })

  test('a transaction sees its own writes, and others see them only after the commit', async () => {
    const seen = await store.write(async tx => {
      await tx.run(insertThing(store, { id: 'a' }))
      return [await countThings(store, tx), await countThings(store)]
    })
    assert.deepStrictEqual([...seen, await countThings(store)], [1, 0, 1])
  })

  test('a write that throws leaves nothing behind and throws the same error', async () => {
    const fault = new Error('no')
    const work = async (tx: Tx) => {
      await tx.run(insertThing(store, { id: 'a' }))
      throw fault
    }
    await assert.rejects(store.write(work), error => error === fault)
    assert.equal(await countThings(store), 0)
  })

  test('a writer that fails is rolled back alone, though it shares a commit', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, i) =>
        store.write(async tx => {
          await tx.run(insertThing(store, { id: `id${i}` }))
          if (i % 4 === 0) throw new Error('no')
          return i
        }),
      ),
    )
    assert.equal(results.filter(r => r.status === 'rejected').length, 5)
    assert.equal(await countThings(store), 15)
  })

  test('a write with `alone` has its own commit and does not affect concurrent writes', async () => {
    const before = commits
    const fault = new Error('no')
    const results = await Promise.allSettled([
      addThing(store, { id: 'a' }),
      store.write(tx => tx.run(insertThing(store, { id: 'b' })), { alone: true }),
      store.write(
        async tx => {
          await tx.run(insertThing(store, { id: 'c' }))
          throw fault
        },
        { alone: true },
      ),
      addThing(store, { id: 'd' }),
    ])
    assert.deepStrictEqual(
      results.map(result => result.status),
      ['fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
    )
    assert.equal((results[2] as PromiseRejectedResult).reason, fault)
    assert.equal(await countThings(store), 3)
    assert.equal(commits - before, 3, 'each had a commit of its own')
  })

  test('two hundred writers at once are all served', async () => {
    commits = 0
    await Promise.all(Array.from({ length: 200 }, (_, i) => addThing(store, { id: `id${i}`, name: `name${i}` })))
    assert.equal(await countThings(store), 200)
    if (engine === 'sqlite') assert.ok(commits < 50, `${commits} commits for 200 writers`)
  })

  test('a violated unique constraint names its columns and rolls the writer back', async () => {
    await addThing(store, { id: 'a', name: 'same' })
    const twice = store.write(async tx => {
      await tx.run(insertThing(store, { id: 'c', name: 'other' }))
      await tx.run(insertThing(store, { id: 'b', name: 'same' }))
    })
    await assert.rejects(twice, error => {
      assert.ok(error instanceof ConstraintViolation)
      assert.deepStrictEqual([error.kind, error.columns], ['unique', ['db', 'name']])
      return true
    })
    assert.equal(await countThings(store), 1)
  })

  test('a foreign key is kept, and a deletion cascades', async () => {
    const addPart = (owner: string) =>
      store.write(tx =>
        tx.run(
          compile(store.dialect.dynamicBuilder.insertInto('part').values({ db: 1, owner, position: 0, item: 'x' })),
        ),
      )
    await assert.rejects(
      addPart('nobody'),
      error => error instanceof ConstraintViolation && error.kind === 'foreignKey',
    )
    await addThing(store, { id: 'a' })
    await addPart('a')
    await store.write(tx => tx.run(compile(store.dialect.dynamicBuilder.deleteFrom('thing').where('id', '=', 'a'))))
    assert.deepStrictEqual(await store.rows(compile(store.dialect.dynamicBuilder.selectFrom('part').selectAll())), [])
  })

  test('a statement that fails ends the transaction, even when its error is caught', async () => {
    await addThing(store, { id: 'a' })
    const work = async (tx: Tx) => {
      await tx.run(insertThing(store, { id: 'b' }))
      await tx.run(insertThing(store, { id: 'a' })).catch(() => {})
    }
    await assert.rejects(store.write(work), ConstraintViolation)
    assert.equal(await countThings(store), 1)
  })

  test('deferred statements run in their order, and later statements see their rows', async () => {
    const remove = compile(store.dialect.dynamicBuilder.deleteFrom('thing').where('id', '=', 'a'))
    const seen = await store.write(async tx => {
      for (const id of ['a', 'b', 'c']) tx.defer(put({ id }))
      const before = await countThings(store, tx)
      const removed = tx.defer(remove)
      tx.defer(put({ id: 'd' }))
      return { before, removed }
    })
    assert.deepStrictEqual([seen.before, await seen.removed.count, await countThings(store)], [3, 1, 3])
  })

  test('many rows, their parts and nothing else, are added as one', async () => {
    const addPart = (owner: string, position: number) =>
      store.dialect.inserter('part', part.columns)({ db: 1, owner, position, item: 'x' })
    await store.write(async tx => {
      for (let i = 0; i < 20; i++) {
        tx.defer(put({ id: `thing ${i}` }))
        tx.defer(addPart(`thing ${i}`, 0))
      }
    })
    assert.equal(await countThings(store), 20)
    const parts = await store.rows(compile(store.dialect.dynamicBuilder.selectFrom('part').select('owner')))
    assert.equal(parts.length, 20)
  })

  test('a deferred statement that fails rolls the transaction back', async () => {
    await addThing(store, { id: 'a', name: 'same' })
    const taken = insertThing(store, { id: 'b', name: 'same' })
    const isUnique = (error: unknown) =>
      error instanceof ConstraintViolation && error.kind === 'unique' && error.columns.includes('name')
    const added = store.write(async tx => {
      tx.defer(put({ id: 'c' }))
      tx.defer(taken)
    })
    await assert.rejects(added, isUnique)
    const left = store.write(async tx => {
      await tx.run(insertThing(store, { id: 'c' }))
      tx.defer(taken)
      tx.defer(put({ id: 'd' }))
    })
    await assert.rejects(left, isUnique)
    const thrown = store.write(async tx => {
      tx.defer(put({ id: 'c' }))
      throw new Error('no')
    })
    await assert.rejects(thrown, /no/)
    assert.equal(await countThings(store), 1)
    await addThing(store, { id: 'e' })
  })

  test('a transaction cannot be used after its end', async () => {
    let kept: Tx | undefined
    await store.write(async tx => {
      kept = tx
    })
    await assert.rejects(kept?.run(insertThing(store, { id: 'late' })) as Promise<number>, /has ended/)
    assert.throws(() => kept?.defer(insertThing(store, { id: 'late' })), /has ended/)
    assert.throws(() => kept?.defer(put({ id: 'late' })), /has ended/)
    assert.equal(await countThings(store), 0)
  })

  test('single use: of many concurrent conditional UPDATEs of a row one succeeds', async () => {
    await addThing(store, { id: 'code' })
    const take = compile(
      store.dialect.dynamicBuilder
        .updateTable('thing')
        .set({ done: 1 })
        .where('db', '=', 1)
        .where('id', '=', 'code')
        .where('done', '=', 0),
    )
    const counts = await Promise.all(Array.from({ length: 20 }, () => store.write(tx => tx.run(take))))
    assert.equal(
      counts.reduce((a, b) => a + b),
      1,
    )
  })

  test('a wrong statement is an error, and the store stays usable', async () => {
    await assert.rejects(store.rows({ sql: 'select nothing from nowhere', params: [] }))
    await assert.rejects(store.write(tx => tx.run({ sql: 'select nothing from nowhere', params: [] })))
    await store.ping()
    await addThing(store, { id: 'a' })
  })

  test('a closed store gives StoreUnavailable', async () => {
    const other = await fresh.open()
    await other.ping()
    await other.close()
    await assert.rejects(other.ping(), StoreUnavailable)
    await assert.rejects(addThing(other, { id: 'a' }), StoreUnavailable)
    await assert.rejects(other.readSlow({ sql: 'select 1', params: [] }), StoreUnavailable)
  })
})
