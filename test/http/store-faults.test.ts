// Faults of the store under a running server: the file deleted or replaced, a store that can be read but not written.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import pg from 'pg'
import { runCli, serveChild } from '../support/cli.ts'
import { type Crm, startCrm } from '../support/crm.ts'
import { pause, until } from '../support/until.ts'

const ready = async ({ server }: Crm, query = '') => {
  const answer = await fetch(`${server.url}/readyz${query}`)
  return { ...((await answer.json()) as { write?: boolean; reason?: string }), status: answer.status }
}

const create = ({ server, user }: Crm) =>
  fetch(`${server.url}/api/Create`, {
    method: 'POST',
    headers: { authorization: `Bearer ${user.token}` },
    body: JSON.stringify({ AbEntry: { Data: { CompanyName: 'Faulty' } } }),
  })

const pathOf = ({ server }: Crm) => server.settings.store.slice('sqlite:'.length)

/** What holds while the store cannot be written. */
async function degraded(crm: Crm, key: string, reason: RegExp): Promise<void> {
  const refused = await create(crm)
  assert.equal(refused.status, 503)
  assert.equal(refused.headers.get('retry-after'), '5')
  assert.equal((await crm.get('AbEntry', key, { CompanyName: 1 })).CompanyName, 'Before')
  await until(async () => (await ready(crm)).write === false, 'degraded')
  const told = await ready(crm)
  assert.equal(told.status, 200)
  assert.match(told.reason ?? '', reason)
  assert.equal((await ready(crm, '?write=1')).status, 503)
  const metrics = await (await fetch(`${crm.server.url}/metrics`)).text()
  assert.match(metrics, /clientele_store_available\{use="read"\} 1/)
  assert.match(metrics, /clientele_store_available\{use="write"\} 0/)
  assert.ok(crm.server.logLines.some(line => line.includes('the store cannot be written')))
}

describe('the file of a SQLite store', () => {
  for (const [how, change] of [
    ['deleted', (path: string) => rmSync(path)],
    [
      'replaced',
      (path: string) => {
        copyFileSync(path, `${path}.copy`)
        renameSync(`${path}.copy`, path)
      },
    ],
  ] as const) {
    test(`${how} under a running server: no write is acknowledged, and log, readiness and metrics say so`, async () => {
      const crm = await startCrm({ engine: 'sqlite', logged: true })
      try {
        const key = await crm.create('AbEntry', { CompanyName: 'Before' })
        change(pathOf(crm))
        await degraded(crm, key, new RegExp(`its file was ${how}`))
        const doctor = await runCli(['doctor', '--store', crm.server.settings.store, '--public-url', crm.server.url])
        assert.match(doctor.stdout, new RegExp(`FAIL  public address  the server is degraded: .*its file was ${how}`))
      } finally {
        await crm.close()
      }
    })
  }

  test('the log of the store deleted under a running server is noticed too', async () => {
    const crm = await startCrm({ engine: 'sqlite', logged: true })
    try {
      const key = await crm.create('AbEntry', { CompanyName: 'Before' })
      rmSync(`${pathOf(crm)}-wal`)
      await degraded(crm, key, /its file was deleted/)
    } finally {
      await crm.close()
    }
  })
})

describe('a SQLite store on a full disk', () => {
  test('writes and ?write=1 are answered 503 and the log says so once; all is well when there is room again', async () => {
    const crm = await startCrm({ engine: 'sqlite' })
    const key = await crm.create('AbEntry', { CompanyName: 'Before' })
    const folder = mkdtempSync(join(tmpdir(), 'clientele-full-'))
    const child = await serveChild(['--store', crm.server.settings.store, '--workers', '1', '--data-dir', folder])
    /** No file of the server may grow beyond so many bytes: the system refuses the write, as for a full disk. */
    const limitFiles = (bytes: string) => execFileSync('prlimit', ['--pid', String(child.pid), `--fsize=${bytes}`])
    const asked = async (path: string, body?: object) =>
      fetch(`${child.url}${path}`, {
        headers: { authorization: `Bearer ${crm.user.token}` },
        ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
      })
    const write = async () => (await asked('/api/Create', { AbEntry: { Data: { CompanyName: 'Full' } } })).status
    const written = async () => (await asked('/readyz?write=1')).status
    const linesWith = (text: string) =>
      child
        .log()
        .split('\n')
        .filter(line => line.includes(text)).length
    try {
      assert.equal(await written(), 200)
      limitFiles('1:unlimited')
      assert.equal(await write(), 503)
      await until(async () => (await written()) === 503, 'degraded')
      const read = { AbEntry: { Criteria: { SearchQuery: { Key: key } }, Scope: { Fields: { CompanyName: 1 } } } }
      assert.match(await (await asked('/api/Read', read)).text(), /Before/)
      await pause(2_500)
      assert.equal(await written(), 503)
      assert.equal(linesWith('the store cannot be written'), 1)
      limitFiles('unlimited:unlimited')
      await until(async () => (await written()) === 200, 'ready')
      assert.equal(await write(), 200)
      assert.equal(linesWith('the store can be read and written again'), 1)
    } finally {
      await child.close()
      await crm.close()
      rmSync(folder, { recursive: true })
    }
  })
})

describe('a PostgreSQL store that can only be read', () => {
  test('writes are refused with 503, reads go on, and all is well as soon as it can be written again', async () => {
    const crm = await startCrm({ engine: 'postgres', logged: true })
    const admin = new pg.Client(crm.server.settings.store)
    await admin.connect()
    const readOnly = async (state: 'on' | 'off') => {
      const name = new URL(crm.server.settings.store).pathname.slice(1)
      await admin.query(`alter database "${name}" set default_transaction_read_only = ${state}`)
      await admin.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
        [name],
      )
    }
    try {
      const key = await crm.create('AbEntry', { CompanyName: 'Before' })
      await readOnly('on')
      await degraded(crm, key, /cannot be written/)
      await admin.query('set default_transaction_read_only = off')
      await readOnly('off')
      await until(async () => (await create(crm)).status === 200, 'writing')
      await until(async () => (await ready(crm)).write === undefined, 'ready')
      assert.equal(crm.server.logLines.filter(line => line.includes('can be read and written again')).length, 1)
    } finally {
      await admin.end()
      await crm.close()
    }
  })
})
