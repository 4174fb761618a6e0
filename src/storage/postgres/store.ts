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
import { Notifications } from './driver/notifications.ts'
import type { RowsTaken } from './driver/prepared-query.ts'
import { Watchdog } from './driver/watchdog.ts'
import type { PostgresEngine } from './engine.ts'
import { PostgresIntegrity } from './integrity.ts'
import { FreshStatistics } from './reads/fresh-statistics.ts'
import { ReadBatcher } from './reads/read-batcher.ts'
import { repeatRead } from './reads/repeat-read.ts'
import { setting, withSettings } from './reads/with-settings.ts'
import { GroupCommit, readOnlyUnlessBegun } from './writes/group-commit.ts'
import { Transactions } from './writes/transactions.ts'

/** How long a request waits for its turn in the pool: it must outlast a burst on a busy machine. */
const turnTimeoutMs = 15_000
/** A quick read that takes longer is ended, since others wait behind it on its connection, and runs again as a slow one. */
const longestQuickMs = 250
/** Connections of a kind beyond those that one tenant may use at a time. */
const reservedConnections = 1
/** A node that hangs in a transaction must not keep its locks from the others for longer. */
const idleTransactionMs = 60_000
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

export class PostgresStore implements Store {
  readonly dialect: Dialect
  readonly placement: Placement | null
  readonly shared = true
  readonly clock: Clock
  readonly schema: SchemaPort
  readonly integrity = new PostgresIntegrity((query, options) => this.readSlow(query, options))
  /** A read holds up those on the same shared connection. */
  readonly quickReadMs = 25
  readonly #engine: PostgresEngine
  readonly #onTiming: NonNullable<StoreOptions['onTiming']>
  readonly #timeoutMs: number
  readonly #watchdog: Watchdog
  readonly #reads: ReadBatcher
  readonly #writers: Connections
  /** For slow reads that are planned for their values, and for those that one plan serves. */
  readonly #slow: Connections
  readonly #slowGeneric: Connections
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
    this.#watchdog = new Watchdog(connection, this.#timeoutMs)
    const pool: PoolConfig = {
      ...connection,
      pipeline: true,
      statement_timeout: this.#timeoutMs,
      idle_in_transaction_session_timeout: idleTransactionMs,
    }
    // A generic plan looks costly where a limit is not known while planning, and compiling it would take longer still.
    const generic = { ...pool, options: `${engine.genericPlans} -c jit=off` }
    const quick = { ...generic, statement_timeout: Math.min(longestQuickMs, this.#timeoutMs) }
    const shared = Math.max(1, Math.ceil(poolSize / 2)) + reservedConnections
    this.#reads = new ReadBatcher(quick, shared, this.#watchdog, ms => this.#onTiming('read', ms))
    // Writers find rows by keys, and a plan that was made while a table was small has to serve when it is large.
    const byKeys = `${generic.options} -c enable_seqscan=off`
    this.#writers = new Connections(
      {
        ...generic,
        options: byKeys,
        max: poolSize + reservedConnections,
        connectionTimeoutMillis: turnTimeoutMs,
        onConnect: readOnlyUnlessBegun,
      },
      this.#watchdog,
    )
    const turns = { slots: Math.max(1, Math.floor(poolSize / 2)), reserved: reservedConnections, name: 'long queries' }
    const slow = { max: turns.slots + turns.reserved, connectionTimeoutMillis: turnTimeoutMs }
    this.#slowTurns = new FairQueue(turns)
    this.#slowGenericTurns = new FairQueue(turns)
    this.#slow = new Connections({ ...pool, ...slow }, this.#watchdog)
    // A read that was short until the machine got busy would make it busier if it were planned each time.
    this.#slowGeneric = new Connections({ ...generic, ...slow }, this.#watchdog)
    this.#listeners = new Listeners(options.siblings)
    this.#notifications = new Notifications(connection, this.#listeners, this.#watchdog)
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
      return this.readSlow(query, options)
    }
    if (!options?.each) return rows
    options.each(rows)
    return []
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
    const open = [this.#reads, this.#writers, this.#slow, this.#slowGeneric]
    await Promise.all([this.#notifications.stop(), ...open.map(connections => connections.close())])
  }

  /** Runs a slow read in its turn, on a connection of its own. It is not repeated after somebody has heard rows of it. */
  async #onSlow<T>(
    query: Query,
    options: SlowReadOptions,
    step: (connections: Connections, client: PoolClient, taken: RowsTaken) => Promise<T>,
  ): Promise<T> {
    const { timeoutMs = this.#timeoutMs, each } = options
    const [connections, turns] = query.facts?.genericPlan
      ? [this.#slowGeneric, this.#slowGenericTurns]
      : [this.#slow, this.#slowTurns]
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
    const stepOn = async (client: PoolClient): Promise<T> => {
      await this.#statistics.gather(client)
      const read = () => step(connections, client, taken)
      return this.#unlessGone(client, options, () => withSettings(connections, client, settings, read))
    }
    const run = () =>
      repeatRead(
        () => connections.use(stepOn),
        () => !heard,
      )
    const value = await turns.run(turnOf(query, options, timeoutMs), run)
    this.#onTiming('scan', performance.now() - started)
    return value
  }

  /** Cancels the statement under way on the connection when nobody wants its rows any more. */
  async #unlessGone<T>(client: PoolClient, { gone }: SlowReadOptions, step: () => Promise<T>): Promise<T> {
    const signal = gone?.()
    if (!signal) return step()
    signal.throwIfAborted()
    let cancelled: Promise<unknown> = Promise.resolve()
    const cancel = () => {
      const { processID } = client as unknown as { readonly processID: number }
      cancelled = this.#reads.rows({ sql: 'SELECT pg_cancel_backend($1)', params: [processID] }).catch(() => {})
    }
    signal.addEventListener('abort', cancel, { once: true })
    try {
      return await step()
    } catch (error) {
      throw signal.aborted ? signal.reason : error
    } finally {
      signal.removeEventListener('abort', cancel)
      // Until then the connection serves nobody else, whose statement would be cancelled instead.
      await cancelled
    }
  }
}

/**
 * The cluster; its timeline, which changes when a replica takes over and after point-in-time recovery; the database; and a
 * table, which pg_restore creates anew.
 */
const identityText = `SELECT s.system_identifier::text, left(pg_walfile_name(pg_current_wal_lsn()), 8), d.oid::text,
  to_regclass('schema_version')::oid::text FROM pg_control_system() s, pg_database d WHERE d.datname = current_database()`
