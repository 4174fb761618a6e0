// What is particular to SQLite: other processes that write, damaged files, copies made while in use.
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { systemClock } from '../../src/base/clock.ts'
import { StoreUnavailable } from '../../src/base/errors.ts'
import { openStore } from '../../src/storage/open.ts'
import { Overrun } from '../../src/storage/pacing/overrun.ts'
import { ReadTime } from '../../src/storage/pacing/read-time.ts'
import { migrate } from '../../src/storage/schema/migrate.ts'
import { backupSqlite } from '../../src/storage/sqlite/backup.ts'
import { Connection } from '../../src/storage/sqlite/connection.ts'
import { verifySqlite } from '../../src/storage/sqlite/integrity.ts'
import { GroupCommit } from '../../src/storage/sqlite/writes/group-commit.ts'
import type { Store } from '../../src/storage/store.ts'
import { pause } from '../support/until.ts'
import { addThing, countThings, run, tables } from './fixture.ts'

let folder: string
let path: string
let store: Store
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'clientele-sqlite-'))
  path = join(folder, 'made', 'on', 'demand', 'store.db')
  store = await openStore(`sqlite:${path}`, { clock: systemClock })
  await migrate(store, tables)
})
after(async () => {
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

test('while another process writes, writers wait without stopping the event loop, and readers do not wait', async () => {
  const holder = run('hold-lock.ts', path)
  await holder.line(line => line === 'held')
  let written = false
  const write = addThing(store, { id: 'waited' }).then(() => {
    written = true
  })
  // The read must end while the other process still holds its lock.
  await countThings(store)
  await pause(200)
  assert.equal(written, false)
  holder.kill('SIGTERM')
  await write
  assert.equal(await holder.ended, 0)
})

test('a writer with a timeout gets StoreUnavailable while the store is busy', async () => {
  const holder = run('hold-lock.ts', path)
  await holder.line(line => line === 'held')
  await assert.rejects(
    store.write(async () => {}, { timeoutMs: 100 }),
    error => error instanceof StoreUnavailable && /busy/.test(error.message),
  )
  holder.kill('SIGTERM')
  assert.equal(await holder.ended, 0)
})

test('a copy made while others write is consistent and sound', async () => {
  await Promise.all(
    Array.from({ length: 500 }, (_, i) => addThing(store, { id: `copy${i}`, name: 'x'.repeat(500) + i })),
  )
  const target = join(folder, 'backups', 'copy.db')
  const progress: [number, number][] = []
  let writing = true
  const writer = (async () => {
    for (let i = 0; writing; i++) await addThing(store, { id: `meanwhile${i}` })
  })()
  await backupSqlite(path, target, (copied, total) => progress.push([copied, total]))
  writing = false
  await writer
  assert.deepStrictEqual(await verifySqlite(target), [])
  assert.ok(!existsSync(`${target}.partial`))
  const copy = await openStore(`sqlite:${target}`, { clock: systemClock })
  assert.ok((await countThings(copy)) >= 501)
  assert.deepStrictEqual(await migrate(copy, tables), [])
  await copy.close()
})

test('a file that is damaged or not a store is refused with a clear message', async () => {
  const text = join(folder, 'text.db')
  writeFileSync(text, 'this is no database, and long enough to be read as one '.repeat(50))
  await assert.rejects(openStore(`sqlite:${text}`, { clock: systemClock }), error => {
    assert.ok(error instanceof StoreUnavailable)
    assert.match(error.message, /not a SQLite database/)
    return true
  })
  assert.match((await verifySqlite(text)).join(), /not a SQLite database/)
  assert.match((await verifySqlite(join(folder, 'absent.db'))).join(), /cannot be opened/)
  await assert.rejects(backupSqlite(join(folder, 'absent.db'), join(folder, 'copy.db')), StoreUnavailable)
})

/** A GroupCommit on a file of its own, with a stopped clock and a count of its commits. */
function loneWriter(file: string) {
  const connection = new Connection(join(folder, file), { busyTimeoutMs: 0 })
  connection.database.exec('CREATE TABLE filler (id INTEGER PRIMARY KEY, text TEXT UNIQUE)')
  let commits = 0
  const writer = new GroupCommit({
    check: () => {},
    connection,
    announce: () => {},
    committed: () => void commits++,
    deliver: () => {},
    onTiming: () => {},
    now: () => 0,
  })
  const runs: string[] = []
  /** Notes its text each time that it runs, and fails before or after it has added it. */
  const add = (text: string, fails?: 'before' | 'after') =>
    writer.submit(
      async tx => {
        runs.push(text)
        if (fails === 'before') throw new Error(text)
        await tx.run({ sql: 'INSERT INTO filler (text) VALUES (?)', params: [text] })
        if (fails === 'after') throw new Error(text)
        return text
      },
      { waitMs: 1_000 },
    )
  const texts = () => connection.arrays({ sql: 'SELECT text FROM filler ORDER BY id', params: [] }).flat()
  const close = async () => {
    await writer.close()
    connection.close()
  }
  return { add, runs, texts, commits: () => commits, close }
}

const outcomes = (results: readonly PromiseSettledResult<string>[]) =>
  results.map(result => (result.status === 'fulfilled' ? result.value : (result.reason as Error).message))

test('a group is run again, writer by writer, only after a writer that had changed rows failed', async () => {
  const { add, runs, texts, commits, close } = loneWriter('again.db')
  const calm = await Promise.allSettled([add('a'), add('b', 'before'), add('c')])
  assert.deepEqual(outcomes(calm), ['a', 'b', 'c'])
  assert.deepEqual(runs.splice(0), ['a', 'b', 'c'], 'a writer that failed before its first change needs no second run')
  const violated = await Promise.allSettled([add('d'), add('a'), add('e')])
  assert.deepEqual(
    violated.map(result => result.status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
  assert.deepEqual(runs.splice(0), ['d', 'a', 'e'], 'nor does a writer whose statement failed')
  const failed = await Promise.allSettled([add('f'), add('g', 'after'), add('h')])
  assert.deepEqual(outcomes(failed), ['f', 'g', 'h'])
  assert.deepEqual(runs.splice(0), ['f', 'g', 'f', 'g', 'h'])
  assert.deepEqual(outcomes(await Promise.allSettled([add('i'), add('j', 'after'), add('k')])), ['i', 'j', 'k'])
  assert.deepEqual(runs.splice(0), ['i', 'j', 'k'], 'after such a failure each writer has a savepoint for a while')
  assert.deepEqual(texts(), ['a', 'c', 'd', 'e', 'f', 'h', 'i', 'k'])
  assert.equal(commits(), 4)
  await close()
})

test('writers of successive turns of the event loop share a commit, and a single writer commits without waiting', async () => {
  const { add, commits, close } = loneWriter('gather.db')
  const turn = () => new Promise(resolve => setImmediate(resolve))
  const writes: Promise<string>[] = []
  for (const text of ['a', 'b', 'c', 'd']) {
    const next = turn()
    writes.push(add(text))
    await next
  }
  await Promise.all(writes)
  assert.equal(commits(), 1)
  const alone = add('e')
  await turn()
  await turn()
  assert.equal(commits(), 2, 'a turn without another writer ends the wait')
  await alone
  await close()
})

test('with a full disk writes are rejected whole, and succeed again when there is room', async () => {
  const connection = new Connection(join(folder, 'full.db'), { busyTimeoutMs: 0 })
  connection.database.exec('CREATE TABLE filler (id INTEGER PRIMARY KEY, text TEXT); PRAGMA max_page_count = 40')
  const writer = new GroupCommit({
    check: () => {},
    connection,
    announce: () => {},
    committed: () => {},
    deliver: () => {},
    onTiming: () => {},
  })
  const fill = (length: number) =>
    writer.submit(tx => tx.run({ sql: 'INSERT INTO filler (text) VALUES (?)', params: ['x'.repeat(length)] }), {
      waitMs: 1_000,
    })
  const results = await Promise.allSettled([10, 20, 1_000_000, 30].map(fill))
  const reasons = results.flatMap(result => (result.status === 'rejected' ? [result.reason] : []))
  assert.ok(reasons.length > 0)
  for (const reason of reasons) assert.ok(reason instanceof StoreUnavailable && /disk is full/.test(reason.message))
  const count = () => connection.arrays({ sql: 'SELECT count(*) FROM filler', params: [] })[0]?.[0]
  assert.equal(count(), 4 - reasons.length)
  connection.database.exec('PRAGMA max_page_count = 10000')
  await fill(1_000_000)
  assert.equal(count(), 5 - reasons.length)
  await writer.close()
  connection.close()
})

test('an impossible path is refused with StoreUnavailable', async () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  await assert.rejects(openStore(`sqlite:${file}/store.db`, { clock: systemClock }), StoreUnavailable)
})

test('a store that is in use can be closed and opened again', async () => {
  const other = await openStore(`sqlite:${path}`, { clock: systemClock })
  const writes = Array.from({ length: 20 }, (_, i) => addThing(other, { id: `closing${i}` }))
  await other.close()
  await Promise.all(writes)
})

test('a read of a transaction beyond its processor time ends the transaction, and the next one is served', async () => {
  const endless = {
    sql: 'with recursive n(i) as (select 1 union all select i + 1 from n where (random() & 15) or in_time()) select count(*) from n',
    params: [],
  }
  const time = new ReadTime()
  await assert.rejects(
    store.write(tx => tx.read(endless, time)),
    Overrun,
  )
  assert.ok(time.nextMs > 0)
  while (time.nextMs > 0)
    await assert.rejects(
      store.write(tx => tx.read(endless, time)),
      Overrun,
    )
  await addThing(store, { id: 'after a timed read' })
})
