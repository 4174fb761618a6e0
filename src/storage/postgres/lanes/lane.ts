// Opens a lane: the connections for quick reads, slow reads and writes whose statements need the same node.
import type { ClientConfig, PoolConfig } from 'pg'
import { FairQueue } from '../../../base/scheduling/fair-queue.ts'
import { defaultPoolSize, defaultStatementTimeoutMs, type StoreOptions } from '../../options.ts'
import { Connections } from '../driver/connections.ts'
import type { NodeGate } from '../driver/node-circuit.ts'
import { quickLimitMs, sessionKinds } from '../driver/session-settings.ts'
import { Watchdog } from '../driver/watchdog.ts'
import { type NodeGroups, type PlanModes, type PostgresEngine, plainPostgres } from '../engine.ts'
import { type QuickReads, ReadBatcher } from '../reads/read-batcher.ts'
import { SlowReads } from '../reads/slow-reads.ts'
import { GroupCommit, readOnlyUnlessBegun } from '../writes/group-commit.ts'
import { NodeReads } from './node-reads.ts'

/** How long a request waits for a connection of a pool: longer than a burst on a busy machine lasts. */
export const turnTimeoutMs = 15_000
/** Connections of each pool that stay free for other tenants when one tenant uses all that it may. */
const reservedConnections = 1

export interface WriteLane {
  readonly connections: Connections
  readonly group: GroupCommit
  /** Shares the connections among tenants and users. */
  readonly turns: FairQueue
}

export interface Lane {
  readonly reads: QuickReads
  readonly slowReads: SlowReads
  readonly writes: WriteLane
  readonly watchdog: Watchdog
}

export interface LaneOptions {
  readonly engine: PostgresEngine
  readonly connection: PoolConfig
  readonly options: StoreOptions
}

/** What distinguishes a lane from the others of its store. */
interface LaneTarget {
  /** The node that the statements need, besides the server itself. */
  readonly group: number
  readonly gate: NodeGate | null
  /** The quick reads of the lane that needs no other node; its own when it is that lane. */
  readonly ownReads?: QuickReads
  /** The groups of a cluster, for the lane of one of its nodes. */
  readonly groups?: NodeGroups | null
}

export function openLane(lane: LaneOptions, target: LaneTarget): Lane {
  const { engine, connection, options } = lane
  const { group, gate, ownReads } = target
  const { poolSize = defaultPoolSize, statementTimeoutMs = defaultStatementTimeoutMs, pooled = false } = options
  const watchdog = new Watchdog({ config: connection, statementTimeoutMs, pooled, gate })
  const pool: PoolConfig = { ...connection, pipeline: true }
  const kinds = sessionKinds({ timeoutMs: statementTimeoutMs, pooled, planModes: engine.planModes })
  const { writing, byValues, generic } = kinds
  const reads = quickReads(lane, target, watchdog)
  const writers: PoolConfig = {
    ...pool,
    ...writing.config,
    max: poolSize + reservedConnections,
    connectionTimeoutMillis: turnTimeoutMs,
    ...(pooled ? {} : { onConnect: readOnlyUnlessBegun }),
  }
  const connections = new Connections(writers, watchdog, writing.local)
  const slowReads = new SlowReads({
    engine,
    group,
    config: { ...pool, connectionTimeoutMillis: turnTimeoutMs },
    slots: Math.max(1, Math.floor(poolSize / 2)),
    reserved: reservedConnections,
    sessions: { byValues, generic },
    timeoutMs: statementTimeoutMs,
    pooled,
    replica: options.replica,
    watchdog,
    quickReads: ownReads ?? reads,
  })
  const writes: WriteLane = {
    connections,
    group: new GroupCommit(connections, engine.distributed),
    turns: new FairQueue({ slots: poolSize, reserved: reservedConnections, name: 'writes' }),
  }
  return { reads, slowReads, writes, watchdog }
}

/** A pooler is there to save connections, and leads to the coordinator alone. */
function quickReads({ engine, connection, options }: LaneOptions, { gate, groups }: LaneTarget, watchdog: Watchdog) {
  const {
    poolSize = defaultPoolSize,
    statementTimeoutMs: timeoutMs = defaultStatementTimeoutMs,
    pooled = false,
  } = options
  const open = (to: ClientConfig, planModes: PlanModes, guard: Watchdog): QuickReads => {
    const { config, local } = sessionKinds({ timeoutMs, pooled, planModes }).quick
    return new ReadBatcher({
      config: { ...to, pipeline: true, ...config },
      most: Math.max(1, Math.ceil(poolSize / 2)) + reservedConnections,
      limitMs: quickLimitMs(timeoutMs),
      watchdog: guard,
      onTook: ms => options.onTiming?.('read', ms),
      local,
    })
  }
  const reads = open(connection, engine.planModes, watchdog)
  if (!groups || pooled) return reads
  // A node plans for the tables of one shard, as plain PostgreSQL does.
  const atNode = (to: ClientConfig, guard: Watchdog) => open(to, plainPostgres.planModes, guard)
  return new NodeReads({ groups, gate, coordinator: reads, options, open: atNode })
}

export async function closeLane({ reads, slowReads, writes, watchdog }: Lane): Promise<void> {
  // Slow reads need quick ones, to cancel statements and to compare the replica with the primary.
  await slowReads.close()
  await Promise.all([reads.close(), writes.connections.close()])
  // Until here the watchdog gives up statements that are not answered, for which the pools wait.
  watchdog.stop()
}
