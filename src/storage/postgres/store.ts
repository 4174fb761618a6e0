// Implements the store on PostgreSQL: lanes of connections for reads and writes, and a listener.
import type { PoolConfig } from 'pg'
import type { Clock } from '../../base/clock.ts'
import { QueryTimeout } from '../../base/errors.ts'
import type { MaybePromise } from '../../base/scheduling/maybe-promise.ts'
import { ownShare } from '../../base/scheduling/round-robin.ts'
import type { Dialect } from '../dialect.ts'
import { Listeners } from '../nodes/listeners.ts'
import type { Topic } from '../nodes/topics.ts'
import type { StoreOptions } from '../options.ts'
import { Overrun } from '../pacing/overrun.ts'
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
import { discoverEngine } from './citus/engine.ts'
import { openTimeoutMs } from './driver/connections.ts'
import { Notifications } from './driver/notifications.ts'
import type { PostgresEngine } from './engine.ts'
import { PostgresIntegrity } from './integrity.ts'
import { turnTimeoutMs, type WriteLane } from './lanes/lane.ts'
import { Lanes } from './lanes/lanes.ts'
import type { SlowStep } from './reads/slow-reads.ts'
import { setting } from './reads/with-settings.ts'
import { Transactions } from './writes/transactions.ts'

const connectionTo = (url: string): PoolConfig => ({
  connectionString: url,
  application_name: 'clientele',
  connectionTimeoutMillis: openTimeoutMs,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
})

export const openPostgres = async (url: string, options: StoreOptions): Promise<Store> =>
  new PostgresStore(url, options, await discoverEngine(connectionTo(url)))

/** The key of the advisory lock that migrations hold, chosen once. */
const migrationLock = 0x436c69656e74

export class PostgresStore implements Store {
  readonly dialect: Dialect
  readonly placement: Placement
  readonly shared = true
  readonly clock: Clock
  readonly schema: SchemaPort
  readonly integrity = new PostgresIntegrity((query, options) => this.readSlow(query, options))
  /** Reads on a shared connection wait for the reads before them. */
  readonly shortReads = { quickMs: 25, tryMs: 0 }
  readonly #engine: PostgresEngine
  readonly #onTiming: NonNullable<StoreOptions['onTiming']>
  readonly #lanes: Lanes
  readonly #listeners: Listeners
  readonly #notifications: Notifications
  readonly #transactions: Transactions

  constructor(url: string, options: StoreOptions, engine: PostgresEngine) {
    this.#engine = engine
    this.dialect = engine.dialect
    this.clock = options.clock
    this.#onTiming = options.onTiming ?? (() => {})
    const connection = connectionTo(url)
    this.placement = engine.placement(connection)
    this.#lanes = new Lanes({ engine, connection, options })
    this.#listeners = new Listeners(options.siblings)
    const listening = { ...connection, connectionString: options.listenUrl ?? url }
    this.#notifications = new Notifications(listening, this.#listeners, this.#lanes.own.watchdog)
    this.#transactions = new Transactions({
      announcement: (topic, payload) => this.#notifications.announcement(topic, payload),
      deliver: publications => this.#listeners.publish(publications),
      onTiming: this.#onTiming,
    })
    this.schema = { ...engine.schema, exclusively: work => this.#migrate(work) }
  }

  #migrate<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const settings = [
      setting('statement_timeout', 0),
      { sql: 'SELECT pg_advisory_xact_lock($1)', params: [migrationLock] },
      ...this.#engine.migration,
    ]
    const turn = { share: ownShare, waitMs: turnTimeoutMs }
    const { watchdog, writes } = this.#lanes.own
    return watchdog.withoutLimit(() => this.#transactions.run(work, { settings, turn, lane: () => writes }))
  }

  readonly #laneOf = (tenant: string): MaybePromise<WriteLane> => {
    const lane = this.#lanes.of(tenant)
    return lane instanceof Promise ? lane.then(({ writes }) => writes) : lane.writes
  }

  async rows<R = Row>(query: Query): Promise<R[]> {
    try {
      if (!query.facts?.allTenants) {
        const lane = this.#lanes.forQuery(query)
        const { reads } = lane instanceof Promise ? await lane : lane
        return await reads.rows<R>(query)
      }
    } catch (error) {
      if (!(error instanceof QueryTimeout)) throw error
    }
    return this.#scan(query, {}, (connections, client) => connections.rows<R>(client, query))
  }

  async read(query: Query, options?: QuickReadOptions): Promise<Scalar[][]> {
    if (query.facts?.allTenants) return this.readSlow(query, options)
    let rows: Scalar[][]
    try {
      const lane = this.#lanes.forQuery(query)
      const { reads } = lane instanceof Promise ? await lane : lane
      rows = await reads.read(query, options)
    } catch (error) {
      if (!(error instanceof QueryTimeout || error instanceof Overrun)) throw error
      options?.took(Number.POSITIVE_INFINITY)
      return this.readSlow(query, { ...options, mayLag: false })
    }
    options?.each?.(rows)
    return options?.each ? [] : rows
  }

  async readSlow(query: Query, options: SlowReadOptions = {}): Promise<Scalar[][]> {
    return this.#scan(query, options, (connections, client, taken) => connections.arrays(client, query, taken))
  }

  async #scan<T>(query: Query, options: SlowReadOptions, step: SlowStep<T>): Promise<T> {
    const started = performance.now()
    const lane = query.facts?.allTenants ? this.#lanes.forAllTenants() : this.#lanes.forQuery(query)
    const { slowReads } = lane instanceof Promise ? await lane : lane
    const value = await slowReads.run(query, options, step)
    this.#onTiming('scan', performance.now() - started)
    return value
  }

  async write<T>(work: (tx: Tx) => Promise<T>, options: WriteOptions = {}): Promise<T> {
    const started = performance.now()
    const settings = [
      ...(options.timeoutMs === undefined ? [] : [setting('lock_timeout', options.timeoutMs)]),
      ...(options.allTenants ? this.#engine.allTenants : []),
    ]
    const turn = { share: options.share ?? ownShare, waitMs: turnTimeoutMs, gone: options.gone }
    const lane = options.allTenants ? () => this.#lanes.forAllTenants().writes : this.#laneOf
    const value = await this.#transactions.run(work, { settings, turn, lane })
    this.#onTiming('write', performance.now() - started)
    return value
  }

  subscribe<P>(topic: Topic<P>, listener: (payload: P) => void, missed?: () => void): () => void {
    const unsubscribe = this.#listeners.add(topic, listener, missed)
    this.#notifications.start()
    return unsubscribe
  }

  /** The disk belongs to another machine. */
  freeBytes = async (): Promise<null> => null

  async identity(): Promise<string> {
    const [row] = await this.read({ sql: identityText, params: [] })
    return row?.join(' ') ?? ''
  }

  async ping(): Promise<void> {
    await this.read({ sql: 'SELECT 1', params: [] })
  }

  async close(): Promise<void> {
    await Promise.all([this.#notifications.stop(), this.#lanes.close()])
  }
}

/**
 * Identifies the cluster, its timeline (which changes when a replica takes over and after point-in-time recovery), the
 * database, and a table that pg_restore creates anew.
 */
const identityText = `SELECT s.system_identifier::text, left(pg_walfile_name(pg_current_wal_lsn()), 8), d.oid::text,
  to_regclass('schema_version')::oid::text FROM pg_control_system() s, pg_database d WHERE d.datname = current_database()`
