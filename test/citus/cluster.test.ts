// A store on a Citus cluster of its own: where tables and databases are, moves, and the loss of a node. Run by `npm run citus`.
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import type { Database } from '../../src/accounts/databases.ts'
import { tables } from '../../src/app.ts'
import { systemClock } from '../../src/base/clock.ts'
import { migrate } from '../../src/storage/migrate.ts'
import { openStore } from '../../src/storage/open.ts'
import { plainPostgres } from '../../src/storage/postgres/engine.ts'
import { PostgresStore } from '../../src/storage/postgres/store.ts'
import type { Placement } from '../../src/storage/store.ts'
import { runCli } from '../support/cli.ts'
import type { Crm, Json, Person } from '../support/crm.ts'
import { startCitus } from '../support/start-citus.mjs'
import { pause, until } from '../support/until.ts'

const skip = process.env.CLIENTELE_TEST_CITUS === undefined && 'needs a Citus cluster: `npm run citus` has one'

interface Tenant {
  readonly database: Database
  readonly person: Person
  node: string
}

const addressOf = (url: string): string => new URL(url).host

describe('A store on Citus', { skip }, () => {
  let cluster: Awaited<ReturnType<typeof startCitus>>
  let freshDatabase: () => Promise<string>
  let url = ''
  let crm: Crm
  let placement: Placement
  before(async () => {
    // Not the cluster of the run: a node of this one is killed. What is imported finds it by its address.
    cluster = await startCitus()
    process.env.CLIENTELE_TEST_POSTGRES = cluster.url
    process.env.CLIENTELE_TEST_CITUS = JSON.stringify(cluster.workers.map(worker => worker.url))
    ;({ freshDatabase } = await import('../support/postgres.ts'))
    const { startCrm } = await import('../support/crm.ts')
    url = await freshDatabase()
    crm = await startCrm({ engine: 'postgres', storeUrl: url })
    placement = crm.server.store.placement as Placement
  })
  after(async () => {
    await crm.close()
    await cluster.stop()
  })

  const addTenant = async (name: string): Promise<Tenant> => {
    const database = await crm.addDatabase(name)
    const person = await crm.addPerson('MASTER', { Admin: true }, database)
    return { database, person, node: await placement.nodeOf(database.id) }
  }
  /** A tenant on each worker. */
  const oneOnEach = async (prefix: string): Promise<Tenant[]> => {
    const found = new Map<string, Tenant>()
    for (let i = 0; found.size < cluster.workers.length; i++) {
      const tenant = await addTenant(`${prefix}${i}`)
      if (!found.has(tenant.node)) found.set(tenant.node, tenant)
    }
    return cluster.workers.map(worker => found.get(addressOf(worker.url)) as Tenant)
  }
  /** Creates entries one after the other until it is stopped; every acknowledged key is kept. */
  const writer = ({ person }: Tenant) => {
    const state = { keys: [] as string[], failures: 0, stopped: false }
    const run = async () => {
      while (!state.stopped) {
        const body = { AbEntry: { Data: { CompanyName: `Company ${state.keys.length}` } } }
        const answer: Json = await crm.call('Create', body, person).catch(() => null)
        if (answer?.Code === 0) state.keys.push(answer.AbEntry.Data.Key)
        else {
          state.failures++
          await pause(20)
        }
      }
    }
    const done = run()
    const stop = () => {
      state.stopped = true
      return done
    }
    writers.push(stop)
    return { state, stop }
  }
  const writers: (() => Promise<void>)[] = []
  afterEach(() => Promise.all(writers.splice(0).map(stop => stop())))
  const namesOf = async ({ person }: Tenant): Promise<Set<string>> => {
    const keys = new Set<string>()
    let PageKey: string | undefined
    do {
      const content = { Scope: { Fields: { Key: 1 } }, OrderBy: { PageSize: 500, ...(PageKey && { PageKey }) } }
      const answer = (await crm.ok('Read', { AbEntry: content }, person)).AbEntry
      for (const { Key } of answer.Data) keys.add(Key)
      PageKey = answer.PageKey
    } while (PageKey)
    return keys
  }
  const assertAllThere = async (tenant: Tenant, keys: readonly string[]) => {
    const stored = await namesOf(tenant)
    assert.deepEqual(
      keys.filter(key => !stored.has(key)),
      [],
    )
  }

  test('tables of tenants are distributed, few are copied to each node, and what belongs to no tenant stays', async () => {
    const sql = `select c.relname, p.partmethod from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid`
    const placed = new Map((await crm.server.store.read({ sql, params: [] })).map(([name, how]) => [name, how]))
    for (const { name, scope, besideTenants, search } of tables) {
      const wanted = scope === 'database' ? 'h' : besideTenants ? 'n' : undefined
      assert.equal(placed.get(name), wanted, name)
      if (search) for (const end of ['words', 'postings']) assert.equal(placed.get(`${name}_${end}`), wanted, name)
    }
    const copied = tables.filter(table => table.besideTenants).map(table => table.name)
    assert.deepEqual(copied.sort(), ['application', 'personal_access_token', 'timeline'])
    assert.deepEqual(await placement.unplaced(tables), [])
  })

  test('a statement that leaves its shard fails, unless it says that it is about all tenants', async () => {
    const { store } = crm.server
    const query = { sql: 'select count(*) from ab_entry', params: [] }
    await assert.rejects(store.rows(query), /multi-task query/)
    assert.equal((await store.rows({ ...query, facts: { reads: true, allTenants: true } })).length, 1)
  })

  test('doctor shows the nodes, and database show the node of a database', async () => {
    const { stdout } = await runCli(['doctor', '--json', '--store', url])
    const report = JSON.stringify(JSON.parse(stdout))
    for (const worker of cluster.workers) assert.ok(report.includes(`${addressOf(worker.url)} has 2 shards`), report)
    const shown = await runCli(['database', 'show', 'acme', '--json', '--store', url])
    assert.equal(JSON.parse(shown.stdout).node, await placement.nodeOf(crm.database.id))
  })

  test('a database is moved under load, nothing acknowledged is lost, and others stay where they are', async () => {
    const [moved, other] = (await oneOnEach('move')) as [Tenant, Tenant]
    const load = [moved, other].map(writer)
    await until(() => load.every(({ state }) => state.keys.length > 5), 'The next write', 30_000)
    const done = await runCli(['database', 'move', moved.database.name, '--to', other.node, '--store', url])
    assert.equal(done.status, 0, done.stderr)
    assert.match(done.stdout, new RegExp(`is on ${other.node}`))
    assert.match(done.stderr, /a shard of its own[\s\S]*moving it from 127\.0\.0\.1:\d+ to 127\.0\.0\.1:\d+/)
    const written = load.map(({ state }) => state.keys.length)
    await until(
      () => load.every(({ state }, i) => state.keys.length > (written[i] as number) + 5),
      'The next write',
      30_000,
    )
    await Promise.all(load.map(({ stop }) => stop()))
    assert.equal(await placement.nodeOf(moved.database.id), other.node)
    for (const [i, tenant] of [moved, other].entries()) await assertAllThere(tenant, load[i]?.state.keys ?? [])
    // A second move finds nothing to do.
    assert.equal(
      (await runCli(['database', 'move', moved.database.name, '--to', other.node, '--store', url])).status,
      0,
    )
    const unknown = await runCli(['database', 'move', moved.database.name, '--to', 'nowhere', '--store', url])
    assert.equal(unknown.status, 1)
    assert.match(unknown.stderr, /There is no node nowhere\. The nodes are 127\.0\.0\.1:\d+, 127\.0\.0\.1:\d+\./)
  })

  test('a node is killed under load: databases of others go on, and nothing acknowledged is lost', async () => {
    const [lost, other] = (await oneOnEach('kill')) as [Tenant, Tenant]
    const [worker] = cluster.workers
    const [a, b] = [writer(lost), writer(other)]
    await until(() => a.state.keys.length > 10 && b.state.keys.length > 10, 'The next write', 30_000)
    await worker?.kill()
    const before = b.state.keys.length
    await until(() => a.state.failures > 3 && b.state.keys.length > before + 10, 'The next write', 60_000)
    assert.equal(b.state.failures, 0, 'a database of another node was refused')
    const refused = await crm.call('Read', { AbEntry: { Scope: { Fields: { Key: 1 } } } }, lost.person)
    assert.equal(refused.Code, -1)
    const report = (await runCli(['doctor', '--store', url])).stdout
    assert.ok(report.includes(`${lost.node} cannot be reached`), report)
    const moved = await runCli(['database', 'move', other.database.name, '--to', lost.node, '--store', url])
    assert.equal(moved.status, 1)
    assert.match(moved.stderr, /The database was not moved: .*connect/)
    assert.equal(await placement.nodeOf(other.database.id), other.node)
    await worker?.start()
    const back = a.state.keys.length
    await until(() => a.state.keys.length > back + 10, 'The next write', 60_000)
    await Promise.all([a.stop(), b.stop()])
    await assertAllThere(lost, a.state.keys)
    await assertAllThere(other, b.state.keys)
  })

  test('events of all databases get their positions', async () => {
    const [one, two] = (await oneOnEach('events')) as [Tenant, Tenant]
    for (const { person, database } of [one, two]) {
      for (let i = 0; i < 5; i++) await crm.create('AbEntry', { CompanyName: `Event ${i}` }, person)
      const sql = 'select position from event_log where db = $1 order by position'
      const positions = async () => (await crm.server.store.read({ sql, params: [database.id] })).map(([n]) => n)
      await until(async () => !(await positions()).includes(null), 'The last position')
      const found = await positions()
      assert.deepEqual(
        found,
        found.map((_, i) => i + 1),
      )
    }
  })

  test('a worker is no store', async () => {
    const at = new URL(cluster.workers[0]?.url as string)
    at.pathname = new URL(url).pathname
    await assert.rejects(openStore(at.href, { clock: systemClock }), /worker of a Citus cluster/)
  })

  test('the tables of a store that was plain are placed by the next migration, with their rows', async () => {
    const plainUrl = await freshDatabase()
    const plain = new PostgresStore(plainUrl, { clock: systemClock }, plainPostgres)
    await migrate(plain, tables)
    const rows = 'insert into counter (db, name, value) values (1, $1, 7), (2, $1, 8)'
    await plain.write(tx => tx.run({ sql: rows, params: ['x'] }))
    await plain.close()
    const store = await openStore(plainUrl, { clock: systemClock })
    const done = await migrate(store, tables)
    assert.ok(done.includes('place table counter'))
    const found = await store.read({ sql: 'select value from counter where db = $1', params: [2] })
    assert.deepEqual(found, [[8]])
    assert.deepEqual(await migrate(store, tables), [])
    await store.close()
  })
})
