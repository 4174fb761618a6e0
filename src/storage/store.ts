// Declares the store port: what the product needs of a database engine. Its adapters are sqlite/ and postgres/.
import type { Clock } from '../base/clock.ts'
import type { MaybePromise } from '../base/scheduling/maybe-promise.ts'
import type { Share } from '../base/scheduling/round-robin.ts'
import type { Dialect } from './dialect.ts'
import type { Topic } from './nodes/topics.ts'
import type { Query, Reader, Tx } from './query.ts'
import type { Row, Scalar } from './statements/scalar.ts'
import type { Table } from './table.ts'

export type { DeferredResult, Query, Reader, Tx } from './query.ts'
export type { Value } from './statements/row-list.ts'
export type { Row, Scalar } from './statements/scalar.ts'

/** The limit of PostgreSQL's NOTIFY in bytes, less our own header. */
export const publishLimit = 7_900

export interface WriteOptions {
  /** The transaction reads or writes rows of all tenants, wherever they are; see Facts. */
  readonly allTenants?: boolean
  /** How long the write may wait before it fails because the store is busy. */
  readonly timeoutMs?: number
  /**
   * For a write of very many rows: it shares its commit with no other writer. SQLite then needs no savepoint for it, whose
   * cost grows with every page that the write touches.
   */
  readonly alone?: boolean
  /** The tenant and user of the write, by which turns are shared; the service itself by default. */
  readonly share?: Share
  /** Aborted when the client is gone: a write that has not begun is dropped. */
  readonly gone?: (() => AbortSignal) | undefined
}

export interface SlowReadOptions {
  /** How long the read may run; the wait for its turn does not count. */
  readonly timeoutMs?: number
  /** The user: the turns of a tenant, which the facts of the query name, are shared among its users. */
  readonly user?: string
  /** Aborted when the client is gone: the read is then ended, or removed from the queue. */
  readonly gone?: (() => AbortSignal) | undefined
  /** The read may return slightly older rows: those of a replica that lags no more than its bound. */
  readonly mayLag?: boolean
  /** Receives the rows in pieces as they arrive; the read then returns none. */
  readonly each?: (rows: Scalar[][]) => void
}

export interface QuickReadOptions extends SlowReadOptions {
  /** The most rows that the read can return. */
  readonly most: number
  /** Receives the time of the read, unless it had to wait for its turn; Infinity when the store has ended it. */
  readonly took: (ms: number) => void
  /** Replaces the store's own limit, after which it ends the read. */
  readonly longestMs?: number | undefined
}

export interface Store extends Reader {
  /**
   * A quick read. With options it is the Read of a client, whose time is not known: the store ends it when it takes too long or
   * returns too many bytes, and runs it again as a slow read.
   */
  read(query: Query, options?: QuickReadOptions): MaybePromise<Scalar[][]>
  /**
   * A read that takes longer than `quickMs` delays others and belongs to `readSlow`. A read without a matching index may be
   * tried as a quick one for `tryMs`; 0: never, since that would save nothing.
   */
  readonly shortReads: { readonly quickMs: number; readonly tryMs: number }
  /** A read that may take long: it runs where it does not delay quick reads, and is ended after the time limit. */
  readSlow(query: Query, options?: SlowReadOptions): Promise<Scalar[][]>
  readonly dialect: Dialect
  readonly clock: Clock
  /** Whether nodes on several machines may serve the store; a file of one machine is then not common to them. */
  readonly shared: boolean
  /**
   * Runs `work` in one transaction and answers after the durable commit. It may run again (SQLite: another writer of its
   * group has failed; PostgreSQL: serialization failure, deadlock, a connection lost before the commit was sent), so it
   * must have no effects besides `tx`, and it must await nothing but `tx`: on SQLite writers share one commit, and a writer
   * that waits delays the others.
   * Isolation is READ COMMITTED on PostgreSQL: what a decision depends on is read with Dialect.lock.
   */
  write<T>(work: (tx: Tx) => Promise<T>, options?: WriteOptions): Promise<T>
  /**
   * Calls the listener for publications of this process before `write` answers, for those of others within a second. Calls
   * `missed` when some may be lost (the connection was lost), so that caches that depend on them are dropped. Returns the
   * function that unsubscribes.
   */
  subscribe<P>(topic: Topic<P>, listener: (payload: P) => void, missed?: () => void): () => void
  /** Free bytes on the disk of the store; null when the store is on another machine. */
  freeBytes(): Promise<number | null>
  /**
   * A text that changes when a copy has replaced the store, for example a restored backup or a promoted replica. The copy may
   * lack the latest writes. The text can also change without such a loss, as when a file is moved to another disk.
   */
  identity(): Promise<string>
  /** Throws StoreUnavailable when the store cannot be reached. */
  ping(): Promise<void>
  /** Creates and alters tables as declared; see migrate.ts. */
  readonly schema: SchemaPort
  readonly placement: Placement
  /** See check-after-crash.ts and `clientele doctor --deep`. */
  readonly integrity: IntegrityPort
  close(): Promise<void>
}

/** The nodes of tenants. One of several nodes, the coordinator, has the rows that belong to no tenant. Not for the request path. */
export interface Placement {
  /** Whether the engine can keep tenants on several nodes. */
  readonly distributed: boolean
  nodes(): Promise<NodeOfStore[]>
  /** The name of the node that has the rows of a tenant; undefined when there is no choice. */
  nodeOf(db: number): Promise<string | undefined>
  /** Tables whose rows are on the coordinator although they belong to tenants. */
  unplaced(tables: readonly Table[]): Promise<string[]>
  /** Moves all rows of a tenant to a node; writes wait meanwhile. `tell` is called for each step. */
  move(db: number, node: string, tell: (step: string) => void): Promise<void>
}

export interface NodeOfStore {
  /** HOST:PORT. */
  readonly name: string
  readonly reachable: boolean
  /**
   * The shards on the node and their total bytes, which are null when they cannot be asked for; absent where tables are not
   * sharded. `retired`: the node gets no further shards. `ownReads`: this machine can send it reads without the coordinator.
   */
  readonly divided?: {
    readonly shards: number
    readonly bytes: number | null
    readonly retired: boolean
    readonly ownReads: boolean
  }
}

/** Checks that read the whole store. Not for the request path. Defects are sentences, at most 20. */
export interface IntegrityPort {
  /** Whether a server has ended without closing this store, so that it should be checked. */
  readonly stoppedUncleanly: boolean
  /**
   * Finds defects of pages, indexes and references; `quick` compares no index with its table. A store with a quick defect
   * refuses writes from then on. `unchecked` says what this engine cannot check as it is set up, and how to change that.
   */
  examine(depth: 'quick' | 'deep', tables: readonly Table[]): Promise<Examination>
  /** Compares the word index of a table with `tokensOf` its rows, which have the columns of type text. */
  compareWords(table: Table, tokensOf: (row: Row) => readonly string[]): Promise<string[]>
}

export interface Examination {
  readonly defects: readonly string[]
  readonly unchecked?: { readonly text: string; readonly todo: string }
}

/** A table as the store has it: `indexes` maps each name to `unique (a, b)` or `(a, b)`. */
export interface TableShape {
  readonly columns: Set<string>
  readonly indexes: Map<string, string>
}

/** What migrations need from an engine. Not for the request path. */
export interface SchemaPort {
  /** Tables that the engine needs for itself, beside the declared ones. */
  readonly ownTables: readonly Table[]
  /** Runs `work` while no other process can migrate this store; the DDL and its record are committed together. */
  exclusively<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  exists(reader: Reader, tableName: string): Promise<boolean>
  tables(reader: Reader): Promise<Map<string, TableShape>>
  createTable(table: Table): string[]
  addColumn(table: Table, columnName: string): string[]
  createIndex(table: Table, indexName: string): string[]
  dropIndex(indexName: string): string[]
  /** The tables of the word index beside a table declared with `search`. */
  searchTables(tableName: string): readonly string[]
  /** Creates the tables that are not among `existing`, and fills them from the others. */
  createSearch(table: Table, existing: ReadonlySet<string>): string[]
  /** The tables that are placed on nodes. */
  placed(reader: Reader): Promise<ReadonlySet<string>>
  /** Distributes a table and its rows to the nodes that they belong to. */
  place(table: Pick<Table, 'name' | 'scope' | 'besideTenants'>): string[]
  /** Statements to run after tables have changed, for the planner of the engine. */
  afterChange(tables: readonly Table[]): readonly string[]
  /** Statements to run in one transaction after a bulk load: maintenance that the engine would otherwise do later. */
  afterBulk(tables: readonly Table[]): readonly string[]
}
