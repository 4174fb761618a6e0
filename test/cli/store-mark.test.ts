// Tests that a SQLite store that was deleted is not made anew and empty by the next start.
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { runCli, serveChild } from '../support/cli.ts'

const folder = mkdtempSync(join(tmpdir(), 'clientele-mark-'))
after(() => rmSync(folder, { recursive: true, force: true }))

for (const workers of ['1', '2']) {
  test(`a deleted store is made anew with --new-store only (workers: ${workers})`, async () => {
    const home = join(folder, workers)
    const file = join(home, 'store.db')
    const args = ['--store', `sqlite:${file}`, '--data-dir', home, '--workers', workers, '--log-level', 'error']
    await (await serveChild(args)).close()
    assert.ok(existsSync(file))
    for (const name of readdirSync(home)) if (/^store\.db(-wal|-shm)?$/.test(name)) rmSync(join(home, name))
    const refused = await runCli(['serve', '--port', '0', '--host', '127.0.0.1', ...args])
    assert.notEqual(refused.status, 0)
    assert.match(refused.stderr, /is gone.*--new-store/s)
    assert.ok(!existsSync(file))
    await (await serveChild([...args, '--new-store'])).close()
    assert.ok(existsSync(file))
    await (await serveChild(args)).close()
  })
}
