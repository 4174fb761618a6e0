// Describes a PostgreSQL server: plain, or the coordinator of a Citus cluster, which keeps the rows of tenants on several nodes.
import type { ClientConfig } from 'pg'
import type { MaybePromise } from '../../base/scheduling/maybe-promise.ts'
import type { Dialect } from '../dialect.ts'
import { oneNode } from '../nodes/one-node.ts'
import type { Placement, Query, Scalar, SchemaPort } from '../store.ts'
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
  /** The plan modes of generic reads and of writes. */
  readonly planModes: PlanModes
  /** Statements with which a transaction about all tenants, and a migration, begin. */
  readonly allTenants: readonly Query[]
  readonly migration: readonly Query[]
  /**
   * Gathers statistics of tables that got their first rows, at most every `everyMs`: the statement does it, or returns the names
   * of the tables to analyze. `textFor` has the statement for the node of a group; null when there is nothing to do. A read does
   * not wait for it when the last one was less than `besideMs` ago.
   */
  readonly freshStatistics: {
    readonly textFor: (group: number) => string | null
    readonly everyMs: number
    readonly besideMs: number
  }
  placement(connection: ClientConfig): Placement
  /** The nodes of a cluster; null for a server that needs no other. `read` reads rows of the coordinator. */
  readonly nodeGroups: ((connection: ClientConfig, read: ReadCoordinator) => NodeGroups) | null
}

export type ReadCoordinator = (query: Query) => Promise<Scalar[][]>

/** The group of the coordinator, and of a server that needs no other. */
export const ownGroup = 0

/** A group is a node with its replicas. It keeps its number when a replica takes over. */
export interface NodeGroups {
  /** The group that has the rows of a tenant. At once when it is known. */
  groupOf(tenant: string): MaybePromise<number>
  /** All groups that have rows of tenants, besides the coordinator. */
  groups(): Promise<readonly number[]>
  /** Whether the coordinator reaches the node of a group; null when the coordinator itself is not reached. */
  answers(group: number): Promise<boolean | null>
  /**
   * A read of one tenant as the tenant's node itself runs it; null when the coordinator has to run it. The node refuses it when the
   * rows of the tenant are elsewhere by now.
   */
  atNode(query: Query): NodeQuery | null
  /** Called when the node has refused a read: `isText` when it can never run this statement. */
  refused(query: Query, isText: boolean): void
  /** The configuration of a connection to the node itself; null when it does not lead to the node that the coordinator uses. */
  reach(address: NodeAddress): Promise<ClientConfig | null>
}

export interface NodeAddress {
  readonly host: string
  readonly port: number
}

export interface NodeQuery {
  readonly query: Query
  readonly address: NodeAddress
}

/** `reltuples` of a table that was never analyzed is -1. */
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
  freshStatistics: { textFor: () => withoutStatistics, everyMs: 200, besideMs: 0 },
  placement: () => oneNode,
  nodeGroups: null,
}
