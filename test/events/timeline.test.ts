// Proves that a restored store begins a new timeline, and that readers of the old one learn how far they agree.
import assert from 'node:assert/strict'
import { copyFileSync, rmSync } from 'node:fs'
import { test } from 'node:test'
import { tables } from '../../src/app.ts'
import { systemClock } from '../../src/base/clock.ts'
import { silentLog } from '../../src/base/log/log.ts'
import { appendEvent } from '../../src/events/append.ts'
import { EventLog } from '../../src/events/event-log.ts'
import { startNumberer } from '../../src/events/numberer.ts'
import { openStore } from '../../src/storage/open.ts'
import { migrate } from '../../src/storage/schema/migrate.ts'
import { backupSqlite } from '../../src/storage/sqlite/backup.ts'
import { replaceStore } from '../../src/storage/sqlite/restore.ts'
import { type Engine, eachEngine } from '../support/engines.ts'
import { administer, endConnections } from '../support/postgres.ts'
import { until } from '../support/until.ts'

/** A store as an administrator keeps it: opened, closed, copied and replaced by a copy. */
function keeperOf(engine: Engine, url: string) {
  const path = url.replace('sqlite:', '')
  const name = engine === 'postgres' ? new URL(url).pathname.slice(1) : ''
  const copy = (from: string, to: string) => administer(`CREATE DATABASE ${to} TEMPLATE ${from}`)
  const drop = (what: string) => administer(`DROP DATABASE IF EXISTS ${what} WITH (FORCE)`)
  return {
    backUp: async (label: string) => {
      if (engine === 'sqlite') return backupSqlite(path, `${path}.${label}`)
      await endConnections(url)
      await copy(name, `${name}_${label}`)
    },
    restore: async (label: string) => {
      if (engine === 'sqlite') return void replaceStore(path, `${path}.${label}`, String(Date.now()))
      await drop(name)
      await copy(`${name}_${label}`, name)
    },
    forget: async (label: string) => {
      if (engine === 'postgres') await drop(`${name}_${label}`)
    },
    /** Replaces the file without changing a byte, as a move to another disk does. */
    move: () => {
      copyFileSync(path, `${path}.moved`)
      replaceStore(path, `${path}.moved`, 'move')
      rmSync(`${path}.moved`)
    },
  }
}

eachEngine('timelines', (engine, fresh) => {
  const db = 1
  let number = 0

  /** Opens the store, appends events, and tells what its log looks like. */
  async function live<T>(events: number, look: (log: EventLog) => Promise<T>): Promise<T> {
    const store = await openStore(fresh.url(), { clock: systemClock })
    await migrate(store, tables)
    const log = new EventLog(store, systemClock)
    await log.open()
    const numberer = startNumberer(store, silentLog)
    try {
      const end = await log.end(db)
      for (let i = 0; i < events; i++) {
        const id = `event${number++}`
        const event = { id, entity: 'AbEntry', record: id, operation: 'created', version: 1, uid: 'MASTER' } as const
        await store.write(tx => appendEvent(tx, store.dialect, db, { ...event, application: null, at: Date.now() }))
      }
      await until(async () => (await log.end(db)) === end + events)
      return await look(log)
    } finally {
      await numberer.stop()
      log.close()
      await store.close()
    }
  }

  test('a restart continues the timeline, a restored backup begins another one', async () => {
    const keeper = keeperOf(engine, fresh.url())
    const first = await live(3, async log => log.timeline)
    assert.equal(await live(0, async log => log.timeline), first)
    await keeper.backUp('a')
    const lost = await live(4, async log => ({ timeline: log.timeline, end: await log.end(db) }))
    assert.deepEqual(lost, { timeline: first, end: 7 })
    await keeper.restore('a')
    const second = await live(2, async log => {
      assert.deepEqual([await log.end(db), await log.commonEnd(db, first)], [5, 3])
      assert.equal(await log.commonEnd(db, 'unknown'), null)
      return log.timeline
    })
    assert.notEqual(second, first)
    await keeper.backUp('b')
    await keeper.restore('b')
    await live(0, async log => {
      assert.ok(![first, second].includes(log.timeline))
      assert.deepEqual([await log.commonEnd(db, first), await log.commonEnd(db, second)], [3, 5])
      // A database that did not exist has nothing in common.
      assert.equal(await log.commonEnd(2, first), 0)
    })
    await keeper.restore('a')
    await live(0, async log => {
      assert.equal(await log.commonEnd(db, first), 3)
      assert.equal(await log.commonEnd(db, second), null, 'a timeline that this backup has not heard of')
    })
    for (const label of ['a', 'b']) await keeper.forget(label)
  })

  if (engine === 'sqlite') {
    test('a file that was moved begins a timeline that has everything in common with the one before', async () => {
      const before = await live(1, async log => ({ timeline: log.timeline, end: await log.end(db) }))
      keeperOf(engine, fresh.url()).move()
      await live(0, async log => {
        assert.notEqual(log.timeline, before.timeline)
        assert.equal(await log.commonEnd(db, before.timeline), before.end)
      })
    })
  }
})
