// Describes a server of PostgreSQL: plain, or the coordinator of a Citus cluster, which keeps the rows of tenants on several nodes.
import type { ClientConfig } from 'pg'
import type { Dialect } from '../dialect.ts'
import type { Placement, Query, SchemaPort } from '../store.ts'
import { postgresDialect } from './sql/dialect.ts'
import { postgresSchema } from './sql/schema.ts'

export interface PlanModes {
  readonly reads: PlanMode
  readonly writes: PlanMode
}

type PlanMode = 'auto' | 'force_generic_plan' | 'force_custom_plan'

export interface PostgresEngine {
  /** The rows of different tenants may be on different nodes: a statement of one tenant must not leave its node. */
  readonly distributed: boolean
  readonly dialect: Dialect
  readonly schema: Omit<SchemaPort, 'exclusively'>
  /** The plan modes of reads that are not to be planned anew for each value, and of writes. */
  readonly planModes: PlanModes
  /** Statements at the beginning of a transaction that is about all tenants, and of a migration. */
  readonly allTenants: readonly Query[]
  readonly migration: readonly Query[]
  /**
   * Gathers statistics of tables that got their first rows, at most so often: the statement does it, or gives the names of
   * the tables to analyze.
   */
  readonly freshStatistics: { readonly text: string; readonly everyMs: number }
  placement(connection: ClientConfig): Placement | null
}

/** A table that was never looked at has -1 rows. */
const withoutStatistics = `select relname as name from pg_class
  where relnamespace = current_schema()::regnamespace and relkind = 'r' and reltuples < 0 and pg_relation_size(oid) > 0`

export const plainPostgres: PostgresEngine = {
  distributed: false,
  dialect: postgresDialect,
  schema: postgresSchema,
  // Planning a statement takes longer than running it, and the plan of a short read does not depend on its values.
  planModes: { reads: 'force_generic_plan', writes: 'force_generic_plan' },
  allTenants: [],
  migration: [],
  freshStatistics: { text: withoutStatistics, everyMs: 200 },
  placement: () => null,
}
