// The store port: what the product asks of a database engine. Its two leaves are sqlite/ and postgres/.
import type { Dialect } from './dialect.ts'
import type { Table } from './table.ts'

export type Scalar = string | number | bigint | Uint8Array | null
/** A list is bound as one parameter (JSON text on SQLite, an array on PostgreSQL); see Dialect.inList. */
export type Value = Scalar | readonly string[] | readonly number[]
export type Row = Record<string, Scalar>

/** Text with its values. `sql` texts are few and repeat: leaves keep one prepared statement per text. */
export interface Query {
  readonly sql: string
  readonly params: readonly Value[]
}

export interface Reader {
  rows<R = Row>(query: Query): Promise<R[]>
  /** Rows as arrays in the order of the select list: the fast way. */
  arrays(query: Query): Promise<Scalar[][]>
}

export interface Tx extends Reader {
  /** Runs a statement that changes rows and says how many it changed. */
  run(query: Query): Promise<number>
  /** Tells every node, this one too, once this transaction has committed, and never if it has not. */
  publish(topic: string, payload: string): Promise<void>
}

export interface WriteOptions {
  /** For a caller that would rather hear that the store is busy than wait. */
  readonly timeoutMs?: number
}

export interface Store extends Reader {
  readonly engine: 'sqlite' | 'postgres'
  readonly dialect: Dialect
  /** A read that may take long: it runs where it does not stall the short ones, and is ended after the time limit. */
  scan(query: Query, options?: { timeoutMs?: number }): Promise<Scalar[][]>
  /**
   * Runs `work` in one transaction and answers after the durable commit. It may run again (PostgreSQL: serialization
   * failure, deadlock, a connection lost before the commit was sent), so it must have no effects besides `tx`, and it
   * must await nothing but `tx`: on SQLite writers share one commit, and one that waits holds up the others.
   * Isolation is READ COMMITTED on PostgreSQL: what a decision depends on is read with Dialect.lock.
   */
  write<T>(work: (tx: Tx) => Promise<T>, options?: WriteOptions): Promise<T>
  /** Hears what was published, from this process at once and from others within a second. Returns the unsubscriber. */
  subscribe(topic: string, listener: (payload: string) => void): () => void
  /** Throws StoreUnavailable when the store cannot be reached. */
  ping(): Promise<void>
  /** Creates and alters tables until they are as declared; see migrate.ts. */
  readonly schema: SchemaPort
  close(): Promise<void>
}

/** What migrations need of an engine. Not for the request path. */
export interface SchemaPort {
  /** Runs `work` while no other process can migrate this store; DDL inside is atomic with the record of it. */
  exclusively<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  tables(tx: Tx): Promise<Map<string, { columns: Set<string>; indexes: Set<string> }>>
  createTable(table: Table): string[]
  addColumn(table: Table, columnName: string): string[]
  createIndex(table: Table, indexName: string): string[]
}
