// Wraps one SQLite connection: its settings, its prepared statements, and its translated errors.
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { WeightedMap } from '../../base/caches/weighted-map.ts'
import { BlockedTime } from '../pacing/blocked-time.ts'
import { Overrun, quickReadBytes } from '../pacing/overrun.ts'
import { type ReadTime, threadMs } from '../pacing/read-time.ts'
import { namedRows } from '../statements/named-rows.ts'
import type { Query, Row, Scalar } from '../store.ts'
import { bind } from './bind.ts'
import { translate } from './failures.ts'
import { addFunctions } from './sql/functions.ts'

/** The limit of the cache in characters of SQL, more than a server repeats. A prepared statement takes some ten bytes per character. */
const keptText = 4_000_000
/** A longer statement is not cached: it is rarely repeated, and its program is as large as its text. */
const longestText = 50_000

/** The bytes of a read of more rows are counted row by row, which costs a third more. Fewer rows never exceed the limit. */
const uncountedRows = 100

/** A piece of rows ends after this many of them, or bytes. */
const pieceRows = 250
const pieceBytes = 1024 ** 2

interface ConnectionOptions {
  readonly readOnly?: boolean
  /** Uses little memory: for a process that reads whole tables, for which a large cache is of no use. */
  readonly small?: boolean
  /** How long SQLite itself may wait for a lock, which blocks this thread. */
  readonly busyTimeoutMs: number
}

interface PreparedStatement {
  readonly statement: StatementSync
  names: readonly string[]
}

export class Connection {
  readonly database: DatabaseSync
  readonly #prepared = new WeightedMap<PreparedStatement>(keptText)
  /** The deadline of the read that runs; it moves as long as the thread has not used up the processor time of the read. */
  #deadline = Number.POSITIVE_INFINITY
  /** Null while a read is timed by the processor time of the thread alone. */
  #longestMs: number | null = null
  #threadEndMs = 0
  readonly #blocked = new BlockedTime()

  constructor(path: string, options: ConnectionOptions) {
    try {
      this.database = new DatabaseSync(path, { readOnly: options.readOnly ?? false, timeout: options.busyTimeoutMs })
      addFunctions(this.database, () => this.#checkTime())
      this.database.exec(settings(options))
    } catch (error) {
      throw translate(error)
    }
  }

  rows<R = Row>({ sql, params }: Query): R[] {
    try {
      const prepared = this.#prepare(sql)
      const arrays = prepared.statement.all(...bind(params)) as unknown as Scalar[][]
      return namedRows(namesOf(prepared, arrays[0]), arrays) as R[]
    } catch (error) {
      throw translate(error)
    }
  }

  arrays({ sql, params }: Query): Scalar[][] {
    try {
      return this.#prepare(sql).statement.all(...bind(params)) as unknown as Scalar[][]
    } catch (error) {
      throw translate(error)
    }
  }

  /** As `arrays`; throws Overrun when the read takes more processor time than `time` has left. */
  timedArrays(query: Query, time: ReadTime): Scalar[][] {
    const started = threadMs()
    this.#deadline = performance.now() + time.nextMs
    this.#longestMs = null
    this.#threadEndMs = started + time.nextMs
    try {
      return this.arrays(query)
    } finally {
      this.#deadline = Number.POSITIVE_INFINITY
      time.took(threadMs() - started)
    }
  }

  /** As `arrays`, for a read of at most `most` rows; throws Overrun when it has blocked the thread for `longestMs`, or when the rows have too many bytes. */
  quickArrays(query: Query, most: number, longestMs: number): Scalar[][] {
    this.#blocked.begin()
    this.#deadline = performance.now() + longestMs
    this.#longestMs = longestMs
    try {
      return most <= uncountedRows ? this.arrays(query) : this.#countedArrays(query)
    } finally {
      this.#deadline = Number.POSITIVE_INFINITY
    }
  }

  /** How long the last quick read has blocked the thread. */
  blockedMs(): number {
    return this.#blocked.ms()
  }

  /** Yields the rows in pieces, so that they need not all be in memory. */
  *pieces(query: Query): Generator<Scalar[][]> {
    let piece: Scalar[][] = []
    let bytes = 0
    for (const row of this.#iterate(query)) {
      piece.push(row)
      bytes += bytesOf(row)
      if (piece.length < pieceRows && bytes < pieceBytes) continue
      yield piece
      piece = []
      bytes = 0
    }
    yield piece
  }

  run({ sql, params }: Query): number {
    try {
      return Number(this.#prepare(sql).statement.run(...bind(params)).changes)
    } catch (error) {
      throw translate(error)
    }
  }

  /** Runs transaction control; errors are not translated. */
  control(sql: string): void {
    this.#prepare(sql).statement.run()
  }

  close(): void {
    this.#prepared.clear()
    if (this.database.isOpen) this.database.close()
  }

  #checkTime(): void {
    const now = performance.now()
    if (now <= this.#deadline) return
    const leftMs = this.#longestMs === null ? this.#threadEndMs - threadMs() : this.#longestMs - this.#blocked.ms()
    if (leftMs <= 0) throw new Overrun()
    this.#deadline = now + leftMs
  }

  #countedArrays(query: Query): Scalar[][] {
    const rows: Scalar[][] = []
    let bytes = 0
    for (const row of this.#iterate(query)) {
      bytes += bytesOf(row)
      if (bytes > quickReadBytes) throw new Overrun()
      rows.push(row)
    }
    return rows
  }

  *#iterate({ sql, params }: Query): Generator<Scalar[]> {
    try {
      for (const row of this.#prepare(sql).statement.iterate(...bind(params))) yield row as unknown as Scalar[]
    } catch (error) {
      // A statement that has failed during iteration reports the failure again at its next start.
      this.#prepared.delete(sql)
      throw translate(error)
    }
  }

  #prepare(sql: string): PreparedStatement {
    return this.#prepared.get(sql) ?? this.#prepareNew(sql)
  }

  #prepareNew(sql: string): PreparedStatement {
    const statement = this.database.prepare(sql)
    statement.setReturnArrays(true)
    // The word index has row ids beyond 2^53, which `run` can return only as bigints.
    if (statement.columns().length === 0) statement.setReadBigInts(true)
    const prepared: PreparedStatement = { statement, names: [] }
    if (sql.length <= longestText) this.#prepared.set(sql, prepared, sql.length)
    return prepared
  }
}

/** Estimates the bytes of the values of a row. */
function bytesOf(row: readonly Scalar[]): number {
  let bytes = 0
  for (const value of row) bytes += typeof value === 'string' || value instanceof Uint8Array ? value.length : 8
  return bytes
}

/** A table may have a new column since `select *` was prepared; SQLite then returns longer rows. */
function namesOf(prepared: PreparedStatement, first: readonly Scalar[] | undefined): readonly string[] {
  if (prepared.names.length !== first?.length) prepared.names = prepared.statement.columns().map(c => c.name)
  return prepared.names
}

/**
 * WAL lets readers continue beside a writer; FULL syncs each commit, so that acknowledged writes survive a power cut.
 * The file is memory-mapped (2 GiB of addresses, SQLite's maximum), so that all connections share the system's page
 * cache and their own caches can be small: 32 MiB hold the upper levels of the B-trees and the pages of one commit
 * group. The log is truncated to 64 MiB after a bulk load. A small connection reads the file without a mapping, whose pages
 * would count as memory of its process: with 100,000 entries 72 MB instead of 215, in the same processor time.
 */
const settings = ({ readOnly = false, small = false }: ConnectionOptions): string => `
  ${readOnly ? 'PRAGMA query_only = ON;' : 'PRAGMA journal_mode = WAL;'}
  PRAGMA synchronous = FULL;
  PRAGMA foreign_keys = ON;
  PRAGMA mmap_size = ${small ? 0 : 2147418112};
  PRAGMA cache_size = ${small ? -4096 : -32768};
  PRAGMA temp_store = MEMORY;
  PRAGMA wal_autocheckpoint = 4000;
  PRAGMA journal_size_limit = 67108864;
`
