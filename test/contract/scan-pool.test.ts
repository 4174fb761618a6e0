// Processes for slow reads on SQLite: an idle process ends, and so does the process of a long read whose client has gone.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import { QueryTimeout } from '../../src/base/errors.ts'
import { ScanPool } from '../../src/storage/sqlite/reads/scan-pool.ts'
import { OwnScans, unpackRows } from '../../src/storage/sqlite/reads/scans.ts'
import type { Scalar } from '../../src/storage/store.ts'
import { childrenOf, isRunning } from '../support/processes.ts'
import { until } from '../support/until.ts'

const folder = mkdtempSync(join(tmpdir(), 'clientele-scan-pool-'))
after(() => rmSync(folder, { recursive: true }))

const running = () => childrenOf(process.pid).filter(isRunning)

/** The path of a new store with an empty table. */
function emptyStore(name: string): string {
  const path = join(folder, name)
  new DatabaseSync(path).exec('PRAGMA journal_mode = WAL; CREATE TABLE t (a)')
  return path
}

test('a scan process ends after its rest, and the next scan starts another one', async t => {
  if (process.platform !== 'linux') return t.diagnostic('child processes are found on Linux only')
  const path = join(folder, 'rest.db')
  new DatabaseSync(path).exec('PRAGMA journal_mode = WAL; CREATE TABLE t (a); INSERT INTO t VALUES (1), (2)')
  const pool = new ScanPool(path, 2, { restMs: 300 })
  const scan = async () => {
    const rows: Scalar[][] = []
    const each = (packed: Uint8Array) => void rows.push(...unpackRows(packed))
    await pool.scan({ sql: 'SELECT a FROM t ORDER BY a', params: [] }, { timeoutMs: 60_000, each })
    return rows
  }
  assert.deepEqual(await scan(), [[1], [2]])
  const [first] = running()
  assert.ok(first !== undefined)
  await until(() => running().length === 0, 'The end of the process')
  assert.deepEqual(await scan(), [[1], [2]])
  assert.notEqual(running()[0], first)
  await pool.close()
})

const countTo = (to: number) =>
  `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${to}) SELECT count(*) FROM n`

test('a scan process that is being started serves the next scan when the first one was given up', async t => {
  if (process.platform !== 'linux') return t.diagnostic('child processes are found on Linux only')
  const pool = new ScanPool(emptyStore('starting.db'), 1)
  const stop = new AbortController()
  const gone = () => stop.signal
  const scan = pool.scan({ sql: countTo(1e12), params: [] }, { timeoutMs: 60_000, each: () => {}, gone })
  const [first] = running()
  assert.ok(first !== undefined)
  stop.abort(new Error('gone'))
  await assert.rejects(scan, /gone/)
  await pool.scan({ sql: countTo(1), params: [] }, { timeoutMs: 60_000, each: () => {} })
  assert.deepEqual(running(), [first])
  await pool.close()
})

test('a scan fails when its process cannot open the store', async () => {
  const pool = new ScanPool(join(folder, 'missing', 'none.db'), 2)
  const scan = () => pool.scan({ sql: 'SELECT 1', params: [] }, { timeoutMs: 60_000, each: () => {} })
  await Promise.all([assert.rejects(scan(), /has ended/), assert.rejects(scan(), /has ended/)])
  await pool.close()
})

test('a scan process that does not get ready is ended, and the next scan starts another one', async t => {
  if (process.platform !== 'linux') return t.diagnostic('child processes are found on Linux only')
  const pool = new ScanPool(emptyStore('stuck.db'), 1, { startMs: 2_000 })
  const scan = () => pool.scan({ sql: countTo(1), params: [] }, { timeoutMs: 60_000, each: () => {} })
  const stuck = scan()
  const [first] = running()
  process.kill(first as number, 'SIGSTOP')
  await assert.rejects(stuck, /has ended/)
  await scan()
  await pool.close()
})

test('a scan process serves on after a short scan that was given up, and ends after a long one', async t => {
  if (process.platform !== 'linux') return t.diagnostic('child processes are found on Linux only')
  const pool = new ScanPool(emptyStore('given-up.db'), 1)
  const count = (to: number, gone?: AbortSignal) => {
    return pool.scan(
      { sql: countTo(to), params: [] },
      { timeoutMs: 60_000, each: () => {}, gone: gone && (() => gone) },
    )
  }
  await count(1)
  const [first] = running()
  const giveUp = async (to: number) => {
    const stop = new AbortController()
    const scan = count(to, stop.signal)
    stop.abort(new Error('gone'))
    await assert.rejects(scan, /gone/)
  }
  await giveUp(1_000)
  await count(1)
  assert.equal(running()[0], first)
  await giveUp(1e12)
  await count(1)
  assert.notEqual(running()[0], first)
  await pool.close()
})

test('scans of one user that hold all processes are ended for another user of the same tenant', async () => {
  const scans = new OwnScans(emptyStore('contested.db'), 2)
  const scan = (user: string, to: number) => {
    const turn = { share: { tenant: '1', user }, waitMs: 60_000 }
    return scans.scan({ sql: countTo(to), params: [] }, { turn, timeoutMs: 60_000, each: () => {} })
  }
  const flood = [scan('ann', 1e12), scan('ann', 1e12), scan('ann', 1e12)]
  const ends = flood.map(one => one.catch((error: unknown) => error))
  await scan('bob', 1)
  const first = await Promise.race(ends)
  assert.ok(first instanceof QueryTimeout)
  assert.match(first.message, /Other users of the database waited/)
  await scans.close()
  await Promise.all(ends)
})
