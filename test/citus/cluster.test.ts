// A store on a Citus cluster of its own: where tables and databases are, moves, and the loss of a node. Run by `npm run citus`.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { tables } from '../../src/app.ts'
import { systemClock } from '../../src/base/clock.ts'
import { openStore } from '../../src/storage/open.ts'
import { plainPostgres } from '../../src/storage/postgres/engine.ts'
import { PostgresStore } from '../../src/storage/postgres/store.ts'
import { migrate } from '../../src/storage/schema/migrate.ts'
import { runCli } from '../support/cli.ts'
import { until } from '../support/until.ts'
import { addressOf, OwnCluster } from './own-cluster.ts'

describe('A store on Citus', () => {
  const own = OwnCluster.ofSuite()

  test('tables of tenants are distributed, few are copied to each node, and what belongs to no tenant stays', async () => {
    const sql = `select c.relname, p.partmethod from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid`
    const placed = new Map((await own.crm.server.store.read({ sql, params: [] })).map(([name, how]) => [name, how]))
    for (const { name, scope, besideTenants, search } of tables) {
      const wanted = scope === 'database' ? 'h' : besideTenants ? 'n' : undefined
      assert.equal(placed.get(name), wanted, name)
      if (search) for (const end of ['words', 'postings']) assert.equal(placed.get(`${name}_${end}`), wanted, name)
    }
    const copied = tables.filter(table => table.besideTenants).map(table => table.name)
    assert.deepEqual(copied.sort(), ['application', 'personal_access_token', 'timeline'])
    assert.deepEqual(await own.placement.unplaced(tables), [])
  })

  test('a statement that leaves its shard fails, unless it says that it is about all tenants', async () => {
    const { store } = own.crm.server
    const query = { sql: 'select count(*) from ab_entry', params: [] }
    await assert.rejects(store.rows(query), /multi-task query/)
    assert.equal((await store.rows({ ...query, facts: { reads: true, allTenants: true } })).length, 1)
  })

  test('doctor shows the nodes, and database show the node of a database', async () => {
    const { stdout } = await runCli(['doctor', '--json', '--store', own.url])
    const report = JSON.stringify(JSON.parse(stdout))
    for (const worker of own.workers) assert.ok(report.includes(`${addressOf(worker.url)} has 2 shards`), report)
    const shown = await runCli(['database', 'show', 'acme', '--json', '--store', own.url])
    assert.equal(JSON.parse(shown.stdout).node, await own.placement.nodeOf(own.crm.database.id))
  })

  test('a database is moved under load, nothing acknowledged is lost, and others stay where they are', async () => {
    const [moved, other] = await own.oneOnEach('move')
    const load = [moved, other].map(tenant => own.writer(tenant))
    await until(() => load.every(({ state }) => state.keys.length > 5), 'The next write')
    const done = await runCli(['database', 'move', moved.database.name, '--to', other.node, '--store', own.url])
    assert.equal(done.status, 0, done.stderr)
    assert.match(done.stdout, new RegExp(`is on ${other.node}`))
    assert.match(done.stderr, /a shard of its own[\s\S]*moving it from 127\.0\.0\.1:\d+ to 127\.0\.0\.1:\d+/)
    const written = load.map(({ state }) => state.keys.length)
    await until(() => load.every(({ state }, i) => state.keys.length > (written[i] as number) + 5), 'The next write')
    await Promise.all(load.map(({ stop }) => stop()))
    assert.equal(await own.placement.nodeOf(moved.database.id), other.node)
    for (const [i, tenant] of [moved, other].entries()) await own.assertAllThere(tenant, load[i]?.state.keys ?? [])
    // A second move finds nothing to do.
    assert.equal(
      (await runCli(['database', 'move', moved.database.name, '--to', other.node, '--store', own.url])).status,
      0,
    )
    const unknown = await runCli(['database', 'move', moved.database.name, '--to', 'nowhere', '--store', own.url])
    assert.equal(unknown.status, 1)
    assert.match(unknown.stderr, /There is no node nowhere\. The nodes are 127\.0\.0\.1:\d+, 127\.0\.0\.1:\d+\./)
  })

  test('a node is killed under load: databases of others go on, and nothing acknowledged is lost', async () => {
    const [lost, other] = await own.oneOnEach('kill')
    const [worker] = own.workers
    const [a, b] = [own.writer(lost), own.writer(other)]
    await until(() => a.state.keys.length > 10 && b.state.keys.length > 10, 'The next write')
    await worker?.kill()
    const before = b.state.keys.length
    await until(() => a.state.failures > 3 && b.state.keys.length > before + 10, 'The next write')
    assert.equal(b.state.failures, 0, 'a database of another node was refused')
    assert.equal((await own.read(lost)).Code, -1)
    const report = (await runCli(['doctor', '--store', own.url])).stdout
    assert.ok(report.includes(`${lost.node} cannot be reached`), report)
    const moved = await runCli(['database', 'move', other.database.name, '--to', lost.node, '--store', own.url])
    assert.equal(moved.status, 1)
    assert.match(moved.stderr, /The database was not moved: .*connect/)
    assert.equal(await own.placement.nodeOf(other.database.id), other.node)
    await worker?.start()
    const back = a.state.keys.length
    await until(() => a.state.keys.length > back + 10, 'The next write')
    await Promise.all([a.stop(), b.stop()])
    await own.assertAllThere(lost, a.state.keys)
    await own.assertAllThere(other, b.state.keys)
  })

  test('a worker is no store', async () => {
    const at = new URL(own.workers[0]?.url as string)
    at.pathname = new URL(own.url).pathname
    await assert.rejects(openStore(at.href, { clock: systemClock }), /worker of a Citus cluster/)
  })

  test('the tables of a store that was plain are placed by the next migration, with their rows', async () => {
    const plainUrl = await own.freshDatabase()
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
