// Wraps one SQLite connection: its settings, its prepared statements, and its translated errors.
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { WeightedMap } from '../../base/weighted-map.ts'
import { namedRows } from '../named-rows.ts'
import type { Query, Row, Scalar } from '../store.ts'
import { bind } from './bind.ts'
import { translate } from './failures.ts'
import { addFunctions } from './sql/functions.ts'

/** Characters of SQL: more texts than a running server repeats. A prepared statement takes some ten bytes for each. */
const keptText = 4_000_000
/** Nobody repeats such a statement, and its program is as large as it is. */
const longestText = 50_000

interface ConnectionOptions {
  readonly readOnly?: boolean
  /** How long SQLite itself may wait for a lock, which blocks this thread. */
  readonly busyTimeoutMs: number
}

interface Prepared {
  readonly statement: StatementSync
  names: readonly string[]
}

export class Connection {
  readonly database: DatabaseSync
  readonly #prepared = new WeightedMap<Prepared>(keptText)

  constructor(path: string, options: ConnectionOptions) {
    try {
      this.database = new DatabaseSync(path, { readOnly: options.readOnly ?? false, timeout: options.busyTimeoutMs })
      addFunctions(this.database)
      this.database.exec(settings(options.readOnly ?? false))
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

  /** Yields the rows in chunks, so that they need not all be in memory. */
  *pieces({ sql, params }: Query, size: number): Generator<Scalar[][]> {
    try {
      let piece: Scalar[][] = []
      for (const row of this.#prepare(sql).statement.iterate(...bind(params))) {
        piece.push(row as unknown as Scalar[])
        if (piece.length < size) continue
        yield piece
        piece = []
      }
      yield piece
    } catch (error) {
      throw translate(error)
    }
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

  #prepare(sql: string): Prepared {
    return this.#prepared.get(sql) ?? this.#prepareNew(sql)
  }

  #prepareNew(sql: string): Prepared {
    const statement = this.database.prepare(sql)
    statement.setReturnArrays(true)
    // The word index produces row ids beyond 2^53, which `run` can report only as bigints.
    if (statement.columns().length === 0) statement.setReadBigInts(true)
    const prepared: Prepared = { statement, names: [] }
    if (sql.length <= longestText) this.#prepared.set(sql, prepared, sql.length)
    return prepared
  }
}

/** A table may have a new column since `select *` was prepared; SQLite then returns longer rows. */
function namesOf(prepared: Prepared, first: readonly Scalar[] | undefined): readonly string[] {
  if (prepared.names.length !== first?.length) prepared.names = prepared.statement.columns().map(c => c.name)
  return prepared.names
}

/**
 * WAL lets readers continue beside a writer; FULL syncs each commit, so that acknowledged writes survive a power cut.
 * The file is memory-mapped (2 GiB of addresses, SQLite's maximum), so that all connections share the system's page
 * cache and their own caches can be small: 32 MiB hold the upper levels of the B-trees and the pages of one commit
 * group. The log is truncated to 64 MiB after a bulk load.
 */
const settings = (readOnly: boolean): string => `
  ${readOnly ? 'PRAGMA query_only = ON;' : 'PRAGMA journal_mode = WAL;'}
  PRAGMA synchronous = FULL;
  PRAGMA foreign_keys = ON;
  PRAGMA mmap_size = 2147418112;
  PRAGMA cache_size = -32768;
  PRAGMA temp_store = MEMORY;
  PRAGMA wal_autocheckpoint = 4000;
  PRAGMA journal_size_limit = 67108864;
`
