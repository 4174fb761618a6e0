// Implements the store on SQLite: a connection for reads, one for group commits, processes for slow reads.
import { mkdirSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Clock } from '../../base/clock.ts'
import { StoreUnavailable } from '../../base/errors.ts'
import type { MaybePromise } from '../../base/scheduling/maybe-promise.ts'
import { Listeners } from '../nodes/listeners.ts'
import { oneNode } from '../nodes/one-node.ts'
import type { Topic } from '../nodes/topics.ts'
import { defaultReaders, defaultStatementTimeoutMs, type StoreOptions } from '../options.ts'
import { Overrun } from '../pacing/overrun.ts'
import { turnOf } from '../pacing/slow-turn.ts'
import type {
  Query,
  QuickReadOptions,
  Row,
  Scalar,
  SchemaPort,
  SlowReadOptions,
  Store,
  Tx,
  Value,
  WriteOptions,
} from '../store.ts'
import { bind } from './bind.ts'
import { Connection } from './connection.ts'
import { FileIdentity } from './file-identity.ts'
import { SqliteIntegrity } from './integrity.ts'
import { Notifications } from './notifications.ts'
import { ReadSnapshot } from './reads/read-snapshot.ts'
import { OwnScans, type Scans, unpackRows } from './reads/scans.ts'
import { sqliteDialect } from './sql/dialect.ts'
import { sqliteSchema } from './sql/schema.ts'
import { GroupCommit } from './writes/group-commit.ts'

/** How long a writer waits for its turn while another process writes. */
const writeWaitMs = 10_000
/** A quick read that takes longer is ended, since it blocks all requests, and runs again in a scan process. */
const longestQuickMs = 15
/** A migration may rebuild a large index in another process. */
const migrationWaitMs = 600_000

export class SqliteStore implements Store {
  readonly dialect = sqliteDialect
  readonly placement = oneNode
  readonly shared = false
  readonly clock: Clock
  readonly schema: SchemaPort
  readonly integrity: SqliteIntegrity
  /**
   * A read blocks this thread, and with it every other request. Reading all rows of a small table takes less time than
   * starting a process.
   */
  readonly shortReads = { quickMs: 4, tryMs: 4 }
  readonly #folder: string
  readonly #onTiming: NonNullable<StoreOptions['onTiming']>
  readonly #timeoutMs: number
  readonly #file: FileIdentity
  readonly #reader: Connection
  readonly #writer: Connection
  readonly #writes: GroupCommit
  readonly #scans: Scans
  readonly #listeners: Listeners
  readonly #notifications: Notifications
  readonly #snapshot: ReadSnapshot

  constructor(path: string, options: StoreOptions) {
    this.clock = options.clock
    this.#onTiming = options.onTiming ?? (() => {})
    this.#timeoutMs = options.statementTimeoutMs ?? defaultStatementTimeoutMs
    makeFolder(path)
    this.#folder = dirname(path)
    // The writer opens first, since it puts a new file into WAL mode. GroupCommit waits for locks without blocking the thread.
    this.#writer = new Connection(path, { busyTimeoutMs: 1_000 })
    this.#writer.database.exec('PRAGMA busy_timeout = 0')
    this.#reader = new Connection(path, { busyTimeoutMs: 1_000 })
    this.#snapshot = new ReadSnapshot(this.#reader)
    // The snapshot of this turn may be older than the commits of siblings.
    this.#listeners = new Listeners(options.siblings, () => this.#snapshot.end())
    this.#notifications = new Notifications(this.#reader, this.#writer, this.#listeners)
    this.#file = new FileIdentity(path)
    this.integrity = new SqliteIntegrity(path, options.serving ?? false, options.siblings?.file)
    this.#writes = new GroupCommit({
      connection: this.#writer,
      check: () => {
        this.#file.check()
        this.integrity.check()
      },
      announce: this.#notifications.announce,
      committed: () => this.#snapshot.end(),
      turn: options.siblings?.file.turn,
      deliver: publications => this.#listeners.publish(publications),
      onTiming: this.#onTiming,
    })
    this.#scans = options.siblings?.file.scans ?? new OwnScans(path, options.readers ?? defaultReaders)
    this.schema = {
      ...sqliteSchema,
      // The write lock keeps other processes out.
      exclusively: work => this.#writes.submit(work, { waitMs: migrationWaitMs, alone: true }),
    }
  }

  async rows<R = Row>(query: Query): Promise<R[]> {
    const started = performance.now()
    this.#snapshot.begin()
    const rows = this.#reader.rows<R>(query)
    this.#onTiming('read', performance.now() - started)
    return rows
  }

  read(query: Query, options?: QuickReadOptions): MaybePromise<Scalar[][]> {
    const started = performance.now()
    this.#snapshot.begin()
    if (!options) {
      const rows = this.#reader.arrays(query)
      this.#onTiming('read', performance.now() - started)
      return rows
    }
    let rows: Scalar[][]
    try {
      rows = this.#reader.quickArrays(query, options.most, options.longestMs ?? longestQuickMs)
    } catch (error) {
      if (!(error instanceof Overrun)) throw error
      options.took(Number.POSITIVE_INFINITY)
      return this.readSlow(query, options)
    }
    const ms = performance.now() - started
    this.#onTiming('read', ms)
    // Most reads are over before it matters what they waited for.
    options.took(ms <= this.shortReads.quickMs ? ms : this.#reader.blockedMs())
    if (!options.each) return rows
    options.each(rows)
    return []
  }

  async readSlow(query: Query, options: SlowReadOptions = {}): Promise<Scalar[][]> {
    const started = performance.now()
    // If the file was replaced, a process that is started now would open another one.
    this.#file.check()
    // Bound here, so that a value that cannot be bound is refused as in any other query.
    const bound = { sql: query.sql, params: bind(query.params) as Value[] }
    const kept: Scalar[][] = []
    const take =
      options.each ??
      ((rows: Scalar[][]) => {
        for (const row of rows) kept.push(row)
      })
    const timeoutMs = options.timeoutMs ?? this.#timeoutMs
    const turn = turnOf(query, options, timeoutMs)
    await this.#scans.scan(bound, { turn, timeoutMs, each: packed => take(unpackRows(packed)), gone: options.gone })
    this.#onTiming('scan', performance.now() - started)
    return kept
  }

  async write<T>(work: (tx: Tx) => Promise<T>, options: WriteOptions = {}): Promise<T> {
    const started = performance.now()
    const value = await this.#writes.submit(work, { ...options, waitMs: options.timeoutMs ?? writeWaitMs })
    this.#onTiming('write', performance.now() - started)
    return value
  }

  subscribe<P>(topic: Topic<P>, listener: (payload: P) => void, missed?: () => void): () => void {
    const unsubscribe = this.#listeners.add(topic, listener, missed)
    this.#notifications.start()
    return unsubscribe
  }

  async freeBytes(): Promise<number> {
    const { bavail, bsize } = await statfs(this.#folder)
    return bavail * bsize
  }

  async identity(): Promise<string> {
    return this.#file.created
  }

  async ping(): Promise<void> {
    this.#reader.arrays({ sql: 'SELECT count(*) FROM sqlite_master', params: [] })
  }

  async close(): Promise<void> {
    this.#notifications.stop()
    await Promise.all([this.#writes.close(), this.#scans.close()])
    this.#reader.close()
    this.#writer.close()
    await this.integrity.close()
  }
}

function makeFolder(path: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  } catch (cause) {
    throw new StoreUnavailable(`The folder of the store, ${dirname(path)}, cannot be made.`, { cause })
  }
}
