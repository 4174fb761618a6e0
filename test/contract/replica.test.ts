// Tests a real streaming replica beside a real primary: scans run there while it is fresh, and none fails when it dies.
import assert from 'node:assert/strict'
import { cpSync, lchownSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { systemClock } from '../../src/base/clock.ts'
import { openStore } from '../../src/storage/open.ts'
import { migrate } from '../../src/storage/schema/migrate.ts'
import type { Scalar, Store } from '../../src/storage/store.ts'
import { freePort } from '../support/free-port.ts'
import { serverFolder } from '../support/server-folder.ts'
import { type StartedPostgres, startPostgres, throwAway, unprivileged } from '../support/start-postgres.mjs'
import { until } from '../support/until.ts'
import { addThing, tables } from './fixture.ts'

/** Makes a primary and its streaming replica: a copy of the primary's data that follows it. */
async function startPair(
  folder: string,
): Promise<{ primary: StartedPostgres; startReplica: () => Promise<StartedPostgres> }> {
  const [first, second] = [join(folder, 'primary'), join(folder, 'replica')]
  await (await startPostgres({ folder: first })).stop()
  cpSync(first, second, { recursive: true, verbatimSymlinks: true })
  writeFileSync(join(second, 'data', 'standby.signal'), '')
  giveTo(unprivileged(), second)
  const primary = await startPostgres({ folder: first })
  const follows = `primary_conninfo=host=127.0.0.1 port=${new URL(primary.url).port} user=clientele`
  const port = await freePort()
  const settings = [...throwAway, follows]
  return { primary, startReplica: () => startPostgres({ folder: second, settings, port }) }
}

/** A copy belongs to the user who made it; PostgreSQL wants its own files. */
function giveTo(user: { uid: number; gid: number } | undefined, folder: string): void {
  if (user === undefined) return
  for (const name of ['.', ...(readdirSync(folder, { recursive: true }) as string[])])
    lchownSync(join(folder, name), user.uid, user.gid)
}

describe('a replica for scans', () => {
  const folder = serverFolder('replica')
  let primary: StartedPostgres
  let startReplica: () => Promise<StartedPostgres>
  let replicaUrl = ''
  let replica: StartedPostgres
  let store: Store

  before(async () => {
    ;({ primary, startReplica } = await startPair(folder))
    replica = await startReplica()
    replicaUrl = replica.url
    store = await openStore(primary.url, { clock: systemClock, replica: { url: replicaUrl, boundMs: 2_000 } })
    await migrate(store, tables)
    await addThing(store, { id: 'a', name: 'A' })
  })
  after(async () => {
    await store?.close()
    await replica?.kill()
    await primary?.kill()
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
    await addThing(store, { id: 'later', name: 'L' })
    await until(async () => {
      const [there, count] = await scan()
      if (there === 1) assert.equal(Number(count), before, 'the replica replays nothing')
      return there === 0 && Number(count) === before + 1
    })
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
    await replica.kill()
    const killedAt = scans
    await until(() => scans > killedAt + 50)
    going = false
    await Promise.all(readers)
    assert.equal(await onReplica(), false)
    replica = await startReplica()
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
})
