// Reads that go to the worker of their database itself: as fresh as those through the coordinator, also while a database is moved.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { compile } from '../../src/storage/statement.ts'
import { runCli } from '../support/cli.ts'
import type { Json } from '../support/crm.ts'
import { until } from '../support/until.ts'
import { OwnCluster, type Tenant } from './own-cluster.ts'

describe('Reads at the worker of a database', () => {
  const own = OwnCluster.ofSuite()
  /** The name of the program whose connection the worker has used: Citus uses connections of its own. */
  const senderOf = async ({ database }: Tenant, named = true) => {
    const { store } = own.crm.server
    const sender = sql<string>`current_setting('application_name')`.as('sender')
    const ofTenant = store.dialect.dynamicBuilder.selectFrom('user').select(sender).where('db', '=', database.id)
    const query = compile(ofTenant.limit(1))
    const [row] = await store.read({ ...query, facts: { ...query.facts, ...(named && { tenant: 0 }) } })
    return row?.[0]
  }
  const untilSent = (tenant: Tenant) =>
    until(async () => (await senderOf(tenant)) === 'clientele', 'A read at the worker')
  const shardOf = async ({ database, node }: Tenant): Promise<Json> => {
    const [host, port] = node.split(':')
    const text = `select get_shard_id_for_distribution_column('user', $1::bigint)::text as shard, $2::text as host, $3::int as port`
    return (await own.onCoordinator(text, [database.id, host, port]))[0]
  }

  test('a read goes to the worker itself, and one that names no tenant to the coordinator', async () => {
    for (const tenant of await own.oneOnEach('own')) {
      await untilSent(tenant)
      assert.match(String(await senderOf(tenant, false)), /^citus_internal/)
    }
  })

  test('while a database is moved to and fro each read has what was written before, though old rows remain', async () => {
    const [moved, other] = await own.oneOnEach('fresh')
    await untilSent(moved)
    const key = await own.crm.create('AbEntry', { CompanyName: 'first' }, moved.person)
    const state = { done: false, rounds: 0, atWorker: 0 }
    const load = (async () => {
      while (!state.done) {
        const CompanyName = `name ${++state.rounds}`
        // A write that waits for the move for longer than its time limit is refused, and has not been done.
        const change = { AbEntry: { Data: { Key: key, CompanyName } } }
        if ((await own.crm.call('Update', change, moved.person)).Code !== 0) continue
        const content = { Scope: { Fields: { CompanyName: 1 } }, Criteria: { SearchQuery: { Key: { $EQ: key } } } }
        const answers = await Promise.all(
          Array.from({ length: 3 }, () => own.crm.ok('Read', { AbEntry: content }, moved.person)),
        )
        for (const answer of answers) assert.equal(answer.AbEntry.Data[0]?.CompanyName, CompanyName)
        if ((await senderOf(moved)) === 'clientele') state.atWorker++
      }
    })()
    try {
      const done = await runCli(['database', 'move', moved.database.name, '--to', other.node, '--store', own.url])
      assert.equal(done.status, 0, done.stderr)
      // Without the clean-up of the command the rows stay at the old place for a while.
      let at = other.node
      for (const to of [moved.node, other.node, moved.node]) {
        const { shard, host, port } = await shardOf({ ...moved, node: at })
        const target = await shardOf({ ...moved, node: to })
        await own.onCoordinator(`call citus_cleanup_orphaned_resources()`)
        const move = `select citus_move_shard_placement($1::bigint, $2, $3::int, $4, $5::int, 'block_writes')`
        await own.onCoordinator(move, [shard, host, port, target.host, target.port])
        at = to
        const seen = state.atWorker
        await until(() => state.atWorker > seen + 2, 'Reads at the new worker')
      }
    } finally {
      state.done = true
    }
    await load
    assert.equal(await own.placement.nodeOf(moved.database.id), moved.node)
  })

  test('while a worker does not yet know of a move whether it will be committed, the coordinator answers', async () => {
    const [tenant] = await own.oneOnEach('prepared')
    await untilSent(tenant)
    const { shard } = await shardOf(tenant)
    const worker = own.workers[0]?.url as string
    const change = `update pg_dist_placement set groupid = groupid where shardid in (select s.shardid from pg_dist_shard s
      join pg_dist_shard o on o.shardminvalue = s.shardminvalue where o.shardid = $1::bigint)`
    await own.onWorker(worker, async client => {
      await client.query('begin')
      await client.query(change, [shard])
      await client.query(`prepare transaction 'a move'`)
      try {
        assert.match(String(await senderOf(tenant)), /^citus_internal/)
        assert.equal((await own.read(tenant)).Code, 0)
      } finally {
        await client.query(`rollback prepared 'a move'`)
      }
    })
  })
})
