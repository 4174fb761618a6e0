// Processes for slow reads on SQLite: they end after a rest, and a read that comes later starts another one.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import { ScanPool } from '../../src/storage/sqlite/reads/scan-pool.ts'
import { unpackRows } from '../../src/storage/sqlite/reads/scans.ts'
import type { Scalar } from '../../src/storage/store.ts'
import { childrenOf, isRunning } from '../support/processes.ts'
import { until } from '../support/until.ts'

const folder = mkdtempSync(join(tmpdir(), 'clientele-scan-pool-'))
after(() => rmSync(folder, { recursive: true }))

test('a scan process ends after its rest, and the next scan starts another one', async t => {
  if (process.platform !== 'linux') return t.diagnostic('child processes are found on Linux only')
  const path = join(folder, 'rest.db')
  new DatabaseSync(path).exec('PRAGMA journal_mode = WAL; CREATE TABLE t (a); INSERT INTO t VALUES (1), (2)')
  const pool = new ScanPool(path, 2, 300)
  const scan = async () => {
    const rows: Scalar[][] = []
    const each = (packed: Uint8Array) => void rows.push(...unpackRows(packed))
    await pool.scan({ sql: 'SELECT a FROM t ORDER BY a', params: [] }, { timeoutMs: 60_000, each })
    return rows
  }
  const running = () => childrenOf(process.pid).filter(isRunning)
  assert.deepEqual(await scan(), [[1], [2]])
  const [first] = running()
  assert.ok(first !== undefined)
  await until(() => running().length === 0, 'The end of the process')
  assert.deepEqual(await scan(), [[1], [2]])
  assert.notEqual(running()[0], first)
  await pool.close()
})
