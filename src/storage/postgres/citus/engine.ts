// Describes Citus, which runs a statement of one tenant on the node that has its rows, and finds out whether a server has it.
import { Client, type ClientConfig } from 'pg'
import { unavailable } from '../driver/failures.ts'
import { ownGroup, type PostgresEngine, plainPostgres } from '../engine.ts'
import { setting } from '../reads/with-settings.ts'
import { postgresDialect } from '../sql/dialect.ts'
import { valuesInserter } from '../sql/values-list.ts'
import { CitusNodeGroups } from './node-groups.ts'
import { citusNumbering } from './numbering.ts'
import { CitusPlacement } from './placement.ts'
import { citusSchema } from './schema.ts'
import { citusWordIndex } from './word-index.ts'

/** The setting that logs statements that go to several shards, or refuses them, as in the tests. */
const severalShards = setting('citus.multi_task_query_log_level', 'off')

/**
 * Gathers statistics of the shards of a group most of whose rows were written since they were last analyzed. The server counts
 * these rows in memory; the size of each shard would be asked of the file system, which takes a hundred times as long.
 */
const analyzeFresh = (
  group: number,
): string => `select master_run_on_worker(array[nodename], array[nodeport], array[$worker$do $do$ declare shard text; begin
  for shard in select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_stat_get_mod_since_analyze(oid) > case when reltuples < 0 then 0 else 100 + 4 * reltuples end
  loop execute format('analyze (skip_locked) %I', shard); end loop; end $do$$worker$], true)
  from pg_dist_node where groupid = ${Number(group)} and noderole = 'primary' and isactive`

export const citus: PostgresEngine = {
  distributed: true,
  dialect: {
    ...postgresDialect,
    inserter: valuesInserter,
    numbering: citusNumbering,
    search: citusWordIndex,
  },
  schema: citusSchema,
  // Citus finds the shard of a join by its values, so it cannot plan a join without them. It caches the plans of statements on
  // one table itself. A generic plan of a write with a join would go to all shards; Citus makes such a plan once, if only to
  // drop it, and reports it as a statement on several shards.
  planModes: { reads: 'auto', writes: 'force_custom_plan' },
  allTenants: [severalShards],
  // Tables that refer to each other are changed in one transaction, so the shards of a node are changed one after the other.
  migration: [severalShards, setting('citus.multi_shard_modify_mode', 'sequential')],
  // The tables of the coordinator itself are small, and known to its own autovacuum.
  // The coordinator takes a tenth of a second to open the connection on which the node does it.
  freshStatistics: {
    textFor: group => (group === ownGroup ? null : analyzeFresh(group)),
    everyMs: 1_000,
    besideMs: 30_000,
  },
  placement: connection => new CitusPlacement(connection),
  nodeGroups: (connection, read) => new CitusNodeGroups(connection, read),
}

/** Finds out whether the server has Citus. */
export async function discoverEngine(connection: ClientConfig): Promise<PostgresEngine> {
  const client = new Client(connection)
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows: found } = await client.query(`select 1 from pg_extension where extname = 'citus'`)
    if (found.length === 0) return plainPostgres
    const { rows } = await client.query<{ group: number }>('select groupid as "group" from pg_dist_local_group')
    if (rows[0]?.group === 0) return citus
    // Publications do not cross nodes, and tokens are on the coordinator alone.
    throw Object.assign(new Error('this is a worker of a Citus cluster; the store is at its coordinator'), {
      code: '55000',
    })
  } catch (error) {
    throw unavailable(error)
  } finally {
    void client.end().catch(() => {})
  }
}
