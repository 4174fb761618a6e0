// A real streaming replica beside a real primary: scans run there while it is fresh, and nobody notices when it dies.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { systemClock } from '../../src/base/clock.ts'
import { migrate } from '../../src/storage/migrate.ts'
import { openStore } from '../../src/storage/open.ts'
import type { Scalar, Store } from '../../src/storage/store.ts'
import { freePort } from '../../src/workers/supervisor.ts'
import { serverFolder } from '../support/server-folder.ts'
import { unprivileged } from '../support/start-postgres.mjs'
import { until } from '../support/until.ts'
import { addThing, tables } from './fixture.ts'

const folders = [
  '/usr/lib/postgresql/18/bin',
  '/usr/lib/postgresql/17/bin',
  '/usr/lib/postgresql/16/bin',
  '/usr/lib/postgresql/15/bin',
]
const bin = folders.find(folder => existsSync(join(folder, 'pg_basebackup')))
const missing = bin ? false : 'pg_basebackup of PostgreSQL 15 or newer is not installed on this machine'

const run = (program: string, args: readonly string[], cwd: string): void => {
  const { status, stderr } = spawnSync(join(bin as string, program), args, { ...unprivileged(), cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program}: ${stderr}`)
}

describe('a replica for scans', { skip: missing }, () => {
  const folder = serverFolder('replica')
  const servers: ChildProcess[] = []
  let primaryUrl = ''
  let replicaUrl = ''
  let replica: ChildProcess
  let store: Store

  const start = async (data: string, port: number): Promise<ChildProcess> => {
    const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off']
    const args = ['-D', join(folder, data), ...settings.flatMap(setting => ['-c', setting])]
    const child = spawn(join(bin as string, 'postgres'), args, { ...unprivileged(), cwd: folder, stdio: 'ignore' })
    servers.push(child)
    await until(async () => {
      const client = new pg.Client(`postgres://clientele@127.0.0.1:${port}/postgres`)
      client.on('error', () => {})
      try {
        await client.connect()
        return true
      } catch {
        return false
      } finally {
        await client.end().catch(() => {})
      }
    })
    return child
  }

  before(async () => {
    const [first, second] = [await freePort('127.0.0.1'), await freePort('127.0.0.1')]
    run(
      'initdb',
      ['-D', join(folder, 'primary'), '-U', 'clientele', '-A', 'trust', '--no-sync', '--locale=C', '--encoding=UTF8'],
      folder,
    )
    await start('primary', first)
    run(
      'pg_basebackup',
      [
        '-D',
        join(folder, 'replica'),
        '-R',
        '-X',
        'stream',
        '-c',
        'fast',
        '-h',
        '127.0.0.1',
        '-p',
        String(first),
        '-U',
        'clientele',
      ],
      folder,
    )
    replica = await start('replica', second)
    primaryUrl = `postgres://clientele@127.0.0.1:${first}/postgres`
    replicaUrl = `postgres://clientele@127.0.0.1:${second}/postgres`
    store = await openStore(primaryUrl, { clock: systemClock, replica: { url: replicaUrl, boundMs: 2_000 } })
    await migrate(store, tables)
    await addThing(store, { id: 'a', name: 'A' })
  })
  after(async () => {
    await store?.close()
    for (const child of servers.reverse()) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      const ended = new Promise(resolve => child.once('exit', resolve))
      child.kill('SIGQUIT')
      await ended
    }
    rmSync(folder, { recursive: true, force: true })
  })

  /** Whether the replica answers, by its port, and the number of rows that it sees. */
  const where = {
    get sql() {
      return `select (inet_server_port() = ${new URL(replicaUrl).port})::int4, (select count(*) from thing)`
    },
    params: [],
  }
  const scan = async (): Promise<Scalar[]> => (await store.readSlow(where, { mayLag: true }))[0] as Scalar[]
  const onReplica = async () => (await scan())[0] === 1
  const control = async (sql: string) => {
    const client = new pg.Client(replicaUrl)
    await client.connect()
    await client.query(sql)
    await client.end()
  }

  test('scans run on the replica, and everything else on the primary', async () => {
    await until(onReplica)
    assert.equal((await store.readSlow(where))[0]?.[0], 0, 'a slow read of the service itself')
    assert.equal((await store.read(where))[0]?.[0], 0, 'a short read')
    const generic = await store.readSlow({ ...where, facts: { genericPlan: true } }, { mayLag: true })
    assert.equal(generic[0]?.[0], 0, 'a short read that has proved slow')
  })

  test('a replica that falls behind is left after the bound, and read again when it has caught up', async () => {
    await until(onReplica)
    await control('select pg_wal_replay_pause()')
    const before = Number((await scan())[1])
    const writtenAt = performance.now()
    await addThing(store, { id: 'later', name: 'L' })
    const seenAfter: number[] = []
    await until(async () => {
      const [there, count] = await scan()
      if (there === 1) {
        assert.equal(Number(count), before, 'the replica replays nothing')
        seenAfter.push(performance.now() - writtenAt)
      }
      return there === 0 && Number(count) === before + 1
    })
    // A scan may begin at the bound; what is measured here is its end.
    assert.ok(Math.max(0, ...seenAfter) < 2_000 + 1_000, `stale for ${Math.max(0, ...seenAfter)} ms`)
    await control('select pg_wal_replay_resume()')
    await until(async () => {
      const [there, count] = await scan()
      return there === 1 && Number(count) === before + 1
    })
  })

  test('no scan fails when the replica is killed under load, and it is read again when it is back', async () => {
    await until(onReplica)
    let going = true
    let scans = 0
    const readers = Array.from({ length: 6 }, async () => {
      while (going) {
        await scan()
        scans++
      }
    })
    await until(() => scans > 50)
    const ended = new Promise(resolve => replica.once('exit', resolve))
    replica.kill('SIGKILL')
    await ended
    const killedAt = scans
    await until(() => scans > killedAt + 50)
    going = false
    await Promise.all(readers)
    assert.equal(await onReplica(), false)
    const port = Number(new URL(replicaUrl).port)
    await until(() => !existsSync(join(folder, 'replica', 'postmaster.pid')) || isStale())
    replica = await start('replica', port)
    await until(onReplica)
  })

  test('a replica that was promoted is not read any more', async () => {
    await until(onReplica)
    await control('select pg_promote()')
    await until(async () => !(await onReplica()))
    await addThing(store, { id: 'after', name: 'P' })
    assert.equal((await scan())[0], 0)
    const rows = await store.readSlow(
      { sql: `select name from thing where id = 'after'`, params: [] },
      { mayLag: true },
    )
    assert.deepEqual(rows, [['P']])
  })

  /** Whether nobody runs with the number in the file that a killed server left behind; children of it end by themselves. */
  const isStale = (): boolean => {
    const pid = Number(readFileSync(join(folder, 'replica', 'postmaster.pid'), 'utf8').split('\n')[0])
    return !existsSync(`/proc/${pid}`)
  }
})
