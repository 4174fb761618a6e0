// Puts the store on PostgreSQL together: shared connections for short reads, pools for writes and slow reads, a listener.
import type { PoolClient, PoolConfig } from 'pg'
import type { Clock } from '../../base/clock.ts'
import { QueryTimeout } from '../../base/errors.ts'
import { FairQueue } from '../../base/fair-queue.ts'
import { ownShare } from '../../base/round-robin.ts'
import { Listeners } from '../listeners.ts'
import { defaultPoolSize, defaultStatementTimeoutMs, type StoreOptions } from '../options.ts'
import { Overrun } from '../overrun.ts'
import { turnOf } from '../slow-turn.ts'
import type {
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
import { Connections, openTimeoutMs } from './driver/connections.ts'
import { Notifications } from './driver/notifications.ts'
import type { RowsTaken } from './driver/prepared-query.ts'
import { Watchdog } from './driver/watchdog.ts'
import { PostgresIntegrity } from './integrity.ts'
import { FreshStatistics } from './reads/fresh-statistics.ts'
import { ReadBatcher } from './reads/read-batcher.ts'
import { repeatRead } from './reads/repeat-read.ts'
import { postgresDialect } from './sql/dialect.ts'
import { postgresSchema } from './sql/schema.ts'
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
/** The key of the advisory lock that migrations hold, chosen once. */
const migrationLock = 0x436c69656e74

export class PostgresStore implements Store {
  readonly dialect = postgresDialect
  readonly shared = true
  readonly clock: Clock
  readonly schema: SchemaPort
  readonly integrity = new PostgresIntegrity((query, options) => this.readSlow(query, options))
  /** A read holds up those on the same shared connection. */
  readonly quickReadMs = 25
  readonly #onTiming: NonNullable<StoreOptions['onTiming']>
  readonly #timeoutMs: number
  readonly #watchdog: Watchdog
  readonly #reads: ReadBatcher
  readonly #writers: Connections
  /** For slow reads that are planned for their values, and for those that one plan serves. */
  readonly #slow: Connections
  readonly #slowGeneric: Connections
  readonly #statistics = new FreshStatistics()
  readonly #slowTurns: FairQueue
  readonly #slowGenericTurns: FairQueue
  readonly #listeners: Listeners
  readonly #notifications: Notifications
  readonly #transactions: Transactions

  constructor(url: string, options: StoreOptions) {
    const poolSize = options.poolSize ?? defaultPoolSize
    this.clock = options.clock
    this.#onTiming = options.onTiming ?? (() => {})
    this.#timeoutMs = options.statementTimeoutMs ?? defaultStatementTimeoutMs
    const connection: PoolConfig = {
      connectionString: url,
      application_name: 'clientele',
      connectionTimeoutMillis: openTimeoutMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    }
    this.#watchdog = new Watchdog(connection, this.#timeoutMs)
    const pool: PoolConfig = {
      ...connection,
      pipeline: true,
      statement_timeout: this.#timeoutMs,
      idle_in_transaction_session_timeout: idleTransactionMs,
    }
    // Planning a statement takes longer than running it, and the plan of a short read does not depend on its values. A
    // generic plan looks costly where a limit is not known while planning, and compiling it would take longer still.
    const generic = { ...pool, options: '-c plan_cache_mode=force_generic_plan -c jit=off' }
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
      group: new GroupCommit(this.#writers),
      turns: new FairQueue({ slots: poolSize, reserved: reservedConnections, name: 'writes' }),
      announcement: (topic, payload) => this.#notifications.announcement(topic, payload),
      deliver: publications => this.#listeners.publish(publications),
      onTiming: this.#onTiming,
    })
    this.schema = {
      ...postgresSchema,
      exclusively: work =>
        this.#watchdog.withoutLimit(() =>
          this.#transactions.run(work, {
            settings: [
              setting('statement_timeout', 0),
              { sql: 'SELECT pg_advisory_xact_lock($1)', params: [migrationLock] },
            ],
            turn: { share: ownShare, waitMs: turnTimeoutMs },
          }),
        ),
    }
  }

  async rows<R = Row>(query: Query): Promise<R[]> {
    try {
      return await this.#reads.rows<R>(query)
    } catch (error) {
      if (!(error instanceof QueryTimeout)) throw error
      return this.#onSlow(query, {}, (connections, client) => connections.rows<R>(client, query))
    }
  }

  async read(query: Query, options?: QuickReadOptions): Promise<Scalar[][]> {
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
    const { timeoutMs = this.#timeoutMs } = options
    return this.#onSlow(query, options, async (connections, client, taken) => {
      if (timeoutMs === this.#timeoutMs) return connections.arrays(client, query, taken)
      await client.query('BEGIN READ ONLY')
      try {
        await connections.rows(client, setting('statement_timeout', timeoutMs))
        return await connections.arrays(client, query, taken)
      } finally {
        // Ends the transaction whatever became of it; a lost connection is reported by the statement that failed first.
        await client.query('COMMIT').catch(() => {})
      }
    })
  }

  async write<T>(work: (tx: Tx) => Promise<T>, options: WriteOptions = {}): Promise<T> {
    const started = performance.now()
    const settings = options.timeoutMs === undefined ? [] : [setting('lock_timeout', options.timeoutMs)]
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
    const stepOn = async (client: PoolClient): Promise<T> => {
      await this.#statistics.gather(client)
      return this.#unlessGone(client, options, () => step(connections, client, taken))
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

/** A setting that holds until the transaction ends. */
const setting = (name: string, value: number): Query => ({
  sql: 'SELECT set_config($1, $2, true)',
  params: [name, String(value)],
})
