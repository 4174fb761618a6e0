// The store on PostgreSQL: lines that quick reads share, a pool for writes, one for long reads, a connection that listens.
import type { PoolClient, PoolConfig } from 'pg'
import type { Clock } from '../../base/clock.ts'
import { Listeners } from '../listeners.ts'
import { defaultPoolSize, defaultStatementTimeoutMs, type StoreOptions } from '../options.ts'
import type { Query, Row, Scalar, ScanOptions, SchemaPort, Store, Tx, WriteOptions } from '../store.ts'
import type { Topic } from '../topics.ts'
import { Connections } from './driver/connections.ts'
import { isUnusable } from './driver/failures.ts'
import { Notifications } from './driver/notifications.ts'
import { ReadBatcher } from './reads/read-batcher.ts'
import { repeatRead } from './reads/repeat-read.ts'
import { postgresDialect } from './sql/dialect.ts'
import { postgresSchema } from './sql/schema.ts'
import { GroupCommit } from './writes/group-commit.ts'
import { Transactions } from './writes/transactions.ts'

/** Also how long a request waits for its turn in the pool, so it must outlast a burst on a busy machine. */
const connectTimeoutMs = 15_000
/** A node that hangs in a transaction must not keep its locks from the others for longer. */
const idleTransactionMs = 60_000
/** The key of the advisory lock that migrations hold, chosen once. */
const migrationLock = 0x436c69656e74

export class PostgresStore implements Store {
  readonly engine = 'postgres'
  readonly dialect = postgresDialect
  readonly clock: Clock
  readonly schema: SchemaPort
  readonly #onTiming: NonNullable<StoreOptions['onTiming']>
  readonly #timeoutMs: number
  readonly #quick: ReadBatcher
  readonly #writers: Connections
  readonly #slow: Connections
  readonly #resting: Connections
  readonly #listeners = new Listeners()
  readonly #listener: Notifications
  readonly #transactor: Transactions

  constructor(url: string, options: StoreOptions) {
    const poolSize = options.poolSize ?? defaultPoolSize
    this.clock = options.clock
    this.#onTiming = options.onTiming ?? (() => {})
    this.#timeoutMs = options.statementTimeoutMs ?? defaultStatementTimeoutMs
    const line: PoolConfig = {
      connectionString: url,
      application_name: 'clientele',
      connectionTimeoutMillis: connectTimeoutMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    }
    const pool: PoolConfig = {
      ...line,
      pipeline: true,
      statement_timeout: this.#timeoutMs,
      idle_in_transaction_session_timeout: idleTransactionMs,
    }
    // Planning a statement takes longer than running it, and the plans of quick ones do not depend on their values. They
    // look costly where a limit is not known while planning, and compiling them would take longer still.
    const planned = { ...pool, options: '-c plan_cache_mode=force_generic_plan -c jit=off' }
    this.#quick = new ReadBatcher(planned, Math.max(1, Math.ceil(poolSize / 2)), ms => this.#onTiming('read', ms))
    // Writers find rows by keys, and a plan that was made while a table was small must do when it is large.
    const byKeys = `${planned.options} -c enable_seqscan=off`
    this.#writers = new Connections({ ...planned, options: byKeys, max: poolSize })
    // A scan may wait for its turn as long as it may run.
    const slow = { max: Math.max(1, Math.floor(poolSize / 2)), connectionTimeoutMillis: this.#timeoutMs }
    this.#slow = new Connections({ ...pool, ...slow })
    // What was quick until the machine got busy would make it busier if it were now planned each time.
    this.#resting = new Connections({ ...planned, ...slow })
    this.#listener = new Notifications(line, this.#listeners)
    this.#transactor = new Transactions({
      connections: this.#writers,
      group: new GroupCommit(this.#writers),
      announcement: (topic, payload) => this.#listener.announcement(topic, payload),
      deliver: publication => this.#listeners.deliver(publication),
      onTiming: this.#onTiming,
    })
    this.schema = {
      ...postgresSchema,
      exclusively: work =>
        this.#transactor.run(work, [
          setting('statement_timeout', 0),
          { sql: 'SELECT pg_advisory_xact_lock($1)', params: [migrationLock] },
        ]),
    }
  }

  rows<R = Row>(query: Query): Promise<R[]> {
    return this.#quick.rows<R>(query)
  }

  arrays(query: Query, took?: (ms: number) => void): Promise<Scalar[][]> {
    return this.#quick.arrays(query, took)
  }

  async scan(query: Query, options: ScanOptions = {}): Promise<Scalar[][]> {
    const { timeoutMs = this.#timeoutMs, planned = false } = options
    const connections = planned ? this.#resting : this.#slow
    const started = performance.now()
    const rows = await this.#read(connections, async client => {
      if (timeoutMs === this.#timeoutMs) return connections.arrays(client, query)
      await client.query('BEGIN READ ONLY')
      try {
        await connections.rows(client, setting('statement_timeout', timeoutMs))
        return await connections.arrays(client, query)
      } finally {
        // Ends the transaction whatever became of it; a lost connection is reported by what failed first.
        await client.query('COMMIT').catch(() => {})
      }
    })
    this.#onTiming('scan', performance.now() - started)
    if (!options.each) return rows
    options.each(rows)
    return []
  }

  async write<T>(work: (tx: Tx) => Promise<T>, options: WriteOptions = {}): Promise<T> {
    const started = performance.now()
    const settings = options.timeoutMs === undefined ? [] : [setting('lock_timeout', options.timeoutMs)]
    const value = await this.#transactor.run(work, settings)
    this.#onTiming('write', performance.now() - started)
    return value
  }

  subscribe<P>(topic: Topic<P>, listener: (payload: P) => void, missed?: () => void): () => void {
    const unsubscribe = this.#listeners.add(topic, listener, missed)
    this.#listener.start()
    return unsubscribe
  }

  async ping(): Promise<void> {
    await this.arrays({ sql: 'SELECT 1', params: [] })
  }

  async close(): Promise<void> {
    const open = [this.#quick, this.#writers, this.#slow, this.#resting]
    await Promise.all([this.#listener.stop(), ...open.map(connections => connections.close())])
  }

  /** Runs a long read on a connection of its own. */
  #read<T>(connections: Connections, step: (client: PoolClient) => Promise<T>): Promise<T> {
    return repeatRead(async () => {
      const client = await connections.take()
      let lost = false
      try {
        return await step(client)
      } catch (error) {
        lost = isUnusable(error)
        throw error
      } finally {
        client.release(lost)
      }
    })
  }
}

/** A setting that holds until the transaction ends. */
const setting = (name: string, value: number): Query => ({
  sql: 'SELECT set_config($1, $2, true)',
  params: [name, String(value)],
})
