// Puts the store on PostgreSQL together: shared connections for short reads, pools for writes and slow reads, a listener.
import type { PoolClient, PoolConfig } from 'pg'
import type { Clock } from '../../base/clock.ts'
import { QueryTimeout } from '../../base/errors.ts'
import { FairQueue } from '../../base/fair-queue.ts'
import { ownShare } from '../../base/round-robin.ts'
import type { Dialect } from '../dialect.ts'
import { Listeners } from '../listeners.ts'
import { defaultPoolSize, defaultStatementTimeoutMs, type StoreOptions } from '../options.ts'
import { Overrun } from '../overrun.ts'
import { turnOf } from '../slow-turn.ts'
import type {
  Placement,
  Query,
  QuickReadOptions,
  Row,
  Scalar,
  SchemaPort,
  SlowReadOptions,
  Store,
  Tx,
  WriteOptions,
} from '../store.ts'
import type { Topic } from '../topics.ts'
import { discoverEngine } from './citus/engine.ts'
import { Connections, openTimeoutMs } from './driver/connections.ts'
import { isReplicasFault, translate } from './driver/failures.ts'
import { Notifications } from './driver/notifications.ts'
import type { RowsTaken } from './driver/prepared-query.ts'
import { sessionByValues, sessionKinds } from './driver/session-settings.ts'
import { Watchdog } from './driver/watchdog.ts'
import type { PostgresEngine } from './engine.ts'
import { PostgresIntegrity } from './integrity.ts'
import { FreshStatistics } from './reads/fresh-statistics.ts'
import { ReadBatcher } from './reads/read-batcher.ts'
import { repeatRead } from './reads/repeat-read.ts'
import { primaryPosition, Replica } from './reads/replica.ts'
import { type Cancel, unlessGone } from './reads/unless-gone.ts'
import { setting, withSettings } from './reads/with-settings.ts'
import { GroupCommit, readOnlyUnlessBegun } from './writes/group-commit.ts'
import { Transactions } from './writes/transactions.ts'

/** How long a request waits for its turn in the pool: it must outlast a burst on a busy machine. */
const turnTimeoutMs = 15_000
/** Connections of a kind beyond those that one tenant may use at a time. */
const reservedConnections = 1
const connectionTo = (url: string): PoolConfig => ({
  connectionString: url,
  application_name: 'clientele',
  connectionTimeoutMillis: openTimeoutMs,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
})

/** Opens the store at an address, whatever kind of server is there. */
export const openPostgres = async (url: string, options: StoreOptions): Promise<Store> =>
  new PostgresStore(url, options, await discoverEngine(connectionTo(url)))

/** The key of the advisory lock that migrations hold, chosen once. */
const migrationLock = 0x436c69656e74

type SlowStep<T> = (connections: Connections, client: PoolClient, taken: RowsTaken) => Promise<T>

export class PostgresStore implements Store {
  readonly dialect: Dialect
  readonly placement: Placement | null
  readonly shared = true
  readonly clock: Clock
  readonly schema: SchemaPort
  readonly integrity = new PostgresIntegrity((query, options) => this.readSlow(query, options))
  /** A read holds up those on the same shared connection. */
  readonly shortReads = { quickMs: 25, tryMs: 0 }
  readonly #engine: PostgresEngine
  readonly #onTiming: NonNullable<StoreOptions['onTiming']>
  readonly #timeoutMs: number
  readonly #pooled: boolean
  readonly #watchdog: Watchdog
  readonly #reads: ReadBatcher
  readonly #writers: Connections
  /** For slow reads that are planned for their values, and for those that one plan serves. */
  readonly #slow: Connections
  readonly #slowGeneric: Connections
  readonly #replica: Replica | null
  readonly #statistics: FreshStatistics
  readonly #slowTurns: FairQueue
  readonly #slowGenericTurns: FairQueue
  readonly #listeners: Listeners
  readonly #notifications: Notifications
  readonly #transactions: Transactions

  constructor(url: string, options: StoreOptions, engine: PostgresEngine) {
    this.#engine = engine
    this.dialect = engine.dialect
    this.#statistics = new FreshStatistics(engine.freshStatistics)
    const poolSize = options.poolSize ?? defaultPoolSize
    this.clock = options.clock
    this.#onTiming = options.onTiming ?? (() => {})
    this.#timeoutMs = options.statementTimeoutMs ?? defaultStatementTimeoutMs
    const connection = connectionTo(url)
    this.placement = engine.placement(connection)
    const pooled = options.pooled ?? false
    this.#pooled = pooled
    this.#watchdog = new Watchdog(connection, this.#timeoutMs, pooled)
    const pool: PoolConfig = { ...connection, pipeline: true }
    const kinds = sessionKinds({ timeoutMs: this.#timeoutMs, pooled, planModes: engine.planModes })
    const { quick, writing, byValues, generic } = kinds
    const shared = Math.max(1, Math.ceil(poolSize / 2)) + reservedConnections
    const onRead = (ms: number) => this.#onTiming('read', ms)
    this.#reads = new ReadBatcher({ ...pool, ...quick.config }, shared, this.#watchdog, onRead, quick.local)
    this.#writers = new Connections(
      {
        ...pool,
        ...writing.config,
        max: poolSize + reservedConnections,
        connectionTimeoutMillis: turnTimeoutMs,
        ...(pooled ? {} : { onConnect: readOnlyUnlessBegun }),
      },
      this.#watchdog,
      writing.local,
    )
    const turns = { slots: Math.max(1, Math.floor(poolSize / 2)), reserved: reservedConnections, name: 'long queries' }
    const slow = { ...pool, max: turns.slots + turns.reserved, connectionTimeoutMillis: turnTimeoutMs }
    this.#slowTurns = new FairQueue(turns)
    this.#slowGenericTurns = new FairQueue(turns)
    this.#slow = new Connections({ ...slow, ...byValues.config }, this.#watchdog, byValues.local)
    // A read that was short until the machine got busy would make it busier if it were planned each time.
    this.#slowGeneric = new Connections({ ...slow, ...generic.config }, this.#watchdog, generic.local)
    this.#replica = options.replica ? this.#replicaOf(options.replica, slow) : null
    this.#listeners = new Listeners(options.siblings)
    const listening = { ...connection, connectionString: options.listenUrl ?? url }
    this.#notifications = new Notifications(listening, this.#listeners, this.#watchdog)
    this.#transactions = new Transactions({
      connections: this.#writers,
      group: new GroupCommit(this.#writers, engine.distributed),
      turns: new FairQueue({ slots: poolSize, reserved: reservedConnections, name: 'writes' }),
      announcement: (topic, payload) => this.#notifications.announcement(topic, payload),
      deliver: publications => this.#listeners.publish(publications),
      onTiming: this.#onTiming,
    })
    this.schema = {
      ...engine.schema,
      exclusively: work =>
        this.#watchdog.withoutLimit(() =>
          this.#transactions.run(work, {
            settings: [
              setting('statement_timeout', 0),
              { sql: 'SELECT pg_advisory_xact_lock($1)', params: [migrationLock] },
              ...engine.migration,
            ],
            turn: { share: ownShare, waitMs: turnTimeoutMs },
          }),
        ),
    }
  }

  #replicaOf({ url, boundMs }: NonNullable<StoreOptions['replica']>, slow: PoolConfig): Replica {
    return new Replica({
      config: {
        ...slow,
        ...sessionByValues(this.#timeoutMs, false).config,
        connectionString: url,
      },
      statementTimeoutMs: this.#timeoutMs,
      boundMs,
      primaryPosition: async () =>
        BigInt((await this.#reads.read({ sql: primaryPosition, params: [] }))[0]?.[0] as string),
    })
  }

  async rows<R = Row>(query: Query): Promise<R[]> {
    try {
      if (!query.facts?.allTenants) return await this.#reads.rows<R>(query)
    } catch (error) {
      if (!(error instanceof QueryTimeout)) throw error
    }
    return this.#onSlow(query, {}, (connections, client) => connections.rows<R>(client, query))
  }

  async read(query: Query, options?: QuickReadOptions): Promise<Scalar[][]> {
    if (query.facts?.allTenants) return this.readSlow(query, options)
    let rows: Scalar[][]
    try {
      rows = await this.#reads.read(query, options)
    } catch (error) {
      if (!(error instanceof QueryTimeout || error instanceof Overrun)) throw error
      options?.took(Number.POSITIVE_INFINITY)
      return this.readSlow(query, { ...options, mayLag: false })
    }
    options?.each?.(rows)
    return options?.each ? [] : rows
  }

  async readSlow(query: Query, options: SlowReadOptions = {}): Promise<Scalar[][]> {
    return this.#onSlow(query, options, (connections, client, taken) => connections.arrays(client, query, taken))
  }

  async write<T>(work: (tx: Tx) => Promise<T>, options: WriteOptions = {}): Promise<T> {
    const started = performance.now()
    const settings = [
      ...(options.timeoutMs === undefined ? [] : [setting('lock_timeout', options.timeoutMs)]),
      ...(options.allTenants ? this.#engine.allTenants : []),
    ]
    const turn = { share: options.share ?? ownShare, waitMs: turnTimeoutMs, gone: options.gone }
    const value = await this.#transactions.run(work, { settings, turn })
    this.#onTiming('write', performance.now() - started)
    return value
  }

  subscribe<P>(topic: Topic<P>, listener: (payload: P) => void, missed?: () => void): () => void {
    const unsubscribe = this.#listeners.add(topic, listener, missed)
    this.#notifications.start()
    return unsubscribe
  }

  /** The disk is that of another machine. */
  freeBytes = async (): Promise<null> => null

  async identity(): Promise<string> {
    const [row] = await this.read({ sql: identityText, params: [] })
    return row?.join(' ') ?? ''
  }

  async ping(): Promise<void> {
    await this.read({ sql: 'SELECT 1', params: [] })
  }

  async close(): Promise<void> {
    this.#watchdog.stop()
    await this.#replica?.close()
    const open = [this.#reads, this.#writers, this.#slow, this.#slowGeneric]
    await Promise.all([this.#notifications.stop(), ...open.map(connections => connections.close())])
  }

  /**
   * Runs a slow read in its turn, on a connection of its own, of the replica when that may serve it. It is not repeated after
   * somebody has heard rows of it.
   */
  async #onSlow<T>(query: Query, options: SlowReadOptions, step: SlowStep<T>): Promise<T> {
    const { timeoutMs = this.#timeoutMs, each } = options
    const generic = query.facts?.genericPlan === true
    const turns = generic ? this.#slowGenericTurns : this.#slowTurns
    const started = performance.now()
    let heard = false
    const taken: RowsTaken = each
      ? {
          each: rows => {
            heard = true
            each(rows)
          },
        }
      : {}
    const settings = [
      ...(timeoutMs === this.#timeoutMs ? [] : [setting('statement_timeout', timeoutMs)]),
      ...(query.facts?.allTenants ? this.#engine.allTenants : []),
    ]
    const run = async (): Promise<T> => {
      const replica = options.mayLag && !generic ? this.#replica : null
      if (replica?.usable) {
        const { connections } = replica
        const cancel = (processId: number) => replica.cancel(processId)
        try {
          return await connections.use(client =>
            unlessGone(client, options, cancel, () =>
              withSettings(connections, client, settings, () => step(connections, client, taken)),
            ),
          )
        } catch (error) {
          if (!isReplicasFault(error) || heard) throw translate(error)
          replica.doubt()
        }
      }
      const connections = generic ? this.#slowGeneric : this.#slow
      const stepOn = async (client: PoolClient): Promise<T> => {
        if (!query.facts?.allTenants) await this.#statistics.gather(client)
        const read = () => step(connections, client, taken)
        return unlessGone(client, options, this.#cancel, () => withSettings(connections, client, settings, read))
      }
      return repeatRead(
        () => connections.use(stepOn),
        () => !heard,
      )
    }
    const value = await turns.run(turnOf(query, options, timeoutMs), run)
    this.#onTiming('scan', performance.now() - started)
    return value
  }

  /** A process number behind a pooler is no backend's, or another one's: there the time limit ends the statement. */
  readonly #cancel: Cancel = async processId => {
    if (!this.#pooled) await this.#reads.rows({ sql: 'SELECT pg_cancel_backend($1)', params: [processId] })
  }
}

/**
 * The cluster; its timeline, which changes when a replica takes over and after point-in-time recovery; the database; and a
 * table, which pg_restore creates anew.
 */
const identityText = `SELECT s.system_identifier::text, left(pg_walfile_name(pg_current_wal_lsn()), 8), d.oid::text,
  to_regclass('schema_version')::oid::text FROM pg_control_system() s, pg_database d WHERE d.datname = current_database()`
