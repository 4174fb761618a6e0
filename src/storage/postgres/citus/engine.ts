// Describes Citus, which runs a statement of one tenant on the node that has its rows, and finds out whether a server has it.
import { Client, type ClientConfig } from 'pg'
import { unavailable } from '../driver/failures.ts'
import { type PostgresEngine, plainPostgres } from '../engine.ts'
import { setting } from '../reads/with-settings.ts'
import { postgresDialect } from '../sql/dialect.ts'
import { citusNumbering } from './numbering.ts'
import { CitusPlacement } from './placement.ts'
import { citusSchema } from './schema.ts'
import { valuesInserter } from './values-list.ts'
import { citusWordIndex } from './word-index.ts'

/** The setting by which an administrator has statements that go to several shards logged, or refused as the tests have it. */
const severalShards = setting('citus.multi_task_query_log_level', 'off')

/** On each worker: gathers statistics of shards that have several times the pages that they had when they were last looked at. */
const analyzeFresh = `select run_command_on_workers($worker$do $do$ declare shard text; begin
  for shard in select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > case when reltuples < 0 then 0 else 4 * 8192 * greatest(relpages, 1) end
  loop execute format('analyze (skip_locked) %I', shard); end loop; end $do$$worker$)`

export const citus: PostgresEngine = {
  distributed: true,
  dialect: {
    ...postgresDialect,
    inserter: valuesInserter,
    numbering: citusNumbering,
    search: citusWordIndex,
  },
  schema: citusSchema,
  // Citus finds the shard of a join by its values, so it cannot plan a join without them. It keeps the plans of statements
  // on one table by itself. A plan without values of a write that joins would go to all shards; Citus makes such a plan once,
  // if only to drop it, and reports it as a statement that leaves its shard.
  planModes: { reads: 'auto', writes: 'force_custom_plan' },
  allTenants: [severalShards],
  // Tables that refer to each other are changed in one transaction, so the shards of a node are changed one after the other.
  migration: [severalShards, setting('citus.multi_shard_modify_mode', 'sequential')],
  freshStatistics: { text: analyzeFresh, everyMs: 1_000 },
  placement: connection => new CitusPlacement(connection),
}

/** What kind of server an address leads to. */
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
