// A BEGIN that fails: the statements sent right behind it change nothing, alone or in a commit group.
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, mock, test } from 'node:test'
import pg from 'pg'
import { systemClock } from '../../src/base/clock.ts'
import { openStore } from '../../src/storage/open.ts'
import { migrate } from '../../src/storage/schema/migrate.ts'
import type { Store } from '../../src/storage/store.ts'
import { dropDatabase, freshDatabase } from '../support/postgres.ts'
import { countThings, insertThing, tables } from './fixture.ts'

describe('a BEGIN that fails', () => {
  let url: string
  let store: Store
  before(async () => {
    url = await freshDatabase()
    store = await openStore(url, { clock: systemClock })
    await migrate(store, tables)
  })
  after(async () => {
    await store.close()
    await dropDatabase(url)
  })
  afterEach(() => mock.restoreAll())

  /** Has the next `times` BEGINs refused by the server; gives how many were. */
  const spoil = (times: number): (() => number) => {
    let spoilt = 0
    const { query } = pg.Client.prototype
    mock.method(pg.Client.prototype, 'query', function (this: pg.Client, ...args: unknown[]) {
      const sent = args[0] as { text?: string; name?: string | undefined }
      if (spoilt < times && sent.text?.startsWith('BEGIN')) {
        spoilt++
        Object.assign(sent, { text: 'BEGIN NEVER', name: undefined })
      }
      return Reflect.apply(query, this, args)
    })
    return () => spoilt
  }

  test('leaves nothing of a transaction of several statements', async () => {
    const spoilt = spoil(1)
    const writing = store.write(async tx => {
      await tx.run(insertThing(store, { id: 'one', name: 'one' }))
      await tx.run(insertThing(store, { id: 'two', name: 'two' }))
    })
    await assert.rejects(writing)
    assert.equal(spoilt(), 1)
    assert.equal(await countThings(store), 0)
  })

  test('leaves nothing of the first try of a group, whose transactions then succeed each by itself', async () => {
    const spoilt = spoil(1)
    const add = (id: string) =>
      store.write(async tx => {
        tx.defer(insertThing(store, { id, name: id }))
        tx.defer(insertThing(store, { id: `${id}-b`, name: `${id}-b` }))
      })
    const written = await Promise.allSettled(['a', 'b', 'c'].map(add))
    assert.equal(spoilt(), 1)
    assert.deepEqual(
      written.map(({ status }) => status),
      ['fulfilled', 'fulfilled', 'fulfilled'],
    )
    assert.equal(await countThings(store), 6)
  })

  test('leaves nothing of a group of one statement that is refused', async () => {
    const spoilt = spoil(1)
    await assert.rejects(store.write(async tx => void tx.defer(insertThing(store, { id: 'alone', name: 'alone' }))))
    assert.equal(spoilt(), 1)
    assert.equal(await countThings(store), 6)
  })
})
