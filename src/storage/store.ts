// Declares the store port: what the product asks of a database engine. Its two leaves are sqlite/ and postgres/.
import type { Clock } from '../base/clock.ts'
import type { MaybePromise } from '../base/maybe-promise.ts'
import type { Share } from '../base/round-robin.ts'
import type { Dialect } from './dialect.ts'
import type { Query, Reader, Tx } from './query.ts'
import type { Row, Scalar } from './scalar.ts'
import type { Table } from './table.ts'
import type { Topic } from './topics.ts'

export type { Deferred, Query, Reader, Tx } from './query.ts'
export type { Value } from './row-list.ts'
export type { Row, Scalar } from './scalar.ts'

/** What PostgreSQL's NOTIFY carries, less our own header. Publications name what changed; they do not carry it. */
export const publishLimit = 7_900

export interface WriteOptions {
  /** The transaction reads or writes rows of all tenants, wherever they are; see Facts. */
  readonly allTenants?: boolean
  /** For a caller that would rather hear that the store is busy than wait. */
  readonly timeoutMs?: number
  /**
   * For a write of very many rows: it shares its commit with no other writer. SQLite then need not be able to undo it
   * apart from others, which costs more with every page that it touches.
   */
  readonly alone?: boolean
  /** Who writes: turns are shared among tenants and users. The service itself when nobody is named. */
  readonly share?: Share
  /** Tells when nobody wants the write any more; one that has begun goes on. */
  readonly gone?: (() => AbortSignal) | undefined
}

export interface SlowReadOptions {
  /** How long the read may run; the wait for its turn does not count. */
  readonly timeoutMs?: number
  /** Who reads: the turns of a tenant, which the facts of the query name, are shared among its users. */
  readonly user?: string
  /** Tells when nobody wants the rows any more: the read is then ended, or loses its place among those that wait. */
  readonly gone?: (() => AbortSignal) | undefined
  /** A scan, which no index serves, may give the rows of a moment ago: those of a replica that lags no more than its bound. */
  readonly mayLag?: boolean
  /** Hears the rows piece by piece, as they come; the store then keeps none and gives none. */
  readonly each?: (rows: Scalar[][]) => void
}

export interface QuickReadOptions extends SlowReadOptions {
  /** The most rows that the read can give. */
  readonly most: number
  /** Hears how long the read was, unless it had to wait for its turn; infinitely long when the store has ended it. */
  readonly took: (ms: number) => void
  /** The store ends the read after so long, instead of after its own limit. */
  readonly longestMs?: number | undefined
}

export interface Store extends Reader {
  /**
   * A short read. With options it is one that a client has asked for, so nobody knows how long it takes: the store ends it
   * when it takes too long or gives too many bytes, and runs it again as a slow one.
   */
  read(query: Query, options?: QuickReadOptions): MaybePromise<Scalar[][]>
  /**
   * A read that takes longer than `quickMs` holds up others: it belongs to `readSlow`. One that no index seems to serve may be
   * tried as a short one for `tryMs`; 0: never, since that would spare nothing.
   */
  readonly shortReads: { readonly quickMs: number; readonly tryMs: number }
  /** A read that may take long: it runs where it does not hold up short ones, and is ended after the time limit. */
  readSlow(query: Query, options?: SlowReadOptions): Promise<Scalar[][]>
  readonly dialect: Dialect
  readonly clock: Clock
  /** Whether nodes on several machines may serve the store; a file of one machine is then not common to them. */
  readonly shared: boolean
  /**
   * Runs `work` in one transaction and answers after the durable commit. It may run again (SQLite: another writer of its
   * group has failed; PostgreSQL: serialization failure, deadlock, a connection lost before the commit was sent), so it
   * must have no effects besides `tx`, and it must await nothing but `tx`: on SQLite writers share one commit, and one
   * that waits holds up the others.
   * Isolation is READ COMMITTED on PostgreSQL: what a decision depends on is read with Dialect.lock.
   */
  write<T>(work: (tx: Tx) => Promise<T>, options?: WriteOptions): Promise<T>
  /**
   * Hears publications: those of this process before `write` answers, those of others within a second. `missed` is called
   * when some may have gone unheard (the connection was lost), so that caches that depend on them are dropped. Returns
   * the unsubscriber.
   */
  subscribe<P>(topic: Topic<P>, listener: (payload: P) => void, missed?: () => void): () => void
  /** Bytes that are free on the disk of the store; null when the store is on another machine. */
  freeBytes(): Promise<number | null>
  /**
   * A text that changes when a copy has taken the place of the store: a backup that was restored, a replica that took over.
   * The copy may lack what was written last. It can change without such a loss: a file that was moved to another disk.
   */
  identity(): Promise<string>
  /** Throws StoreUnavailable when the store cannot be reached. */
  ping(): Promise<void>
  /** Creates and alters tables until they are as declared; see migrate.ts. */
  readonly schema: SchemaPort
  /** Where the rows of tenants are; null for a store on one node. */
  readonly placement: Placement | null
  /** Checks what is stored; see check-after-crash.ts and `clientele doctor --deep`. */
  readonly integrity: IntegrityPort
  close(): Promise<void>
}

/** A store on several nodes, of which one, the coordinator, has what belongs to no tenant. Not for the request path. */
export interface Placement {
  nodes(): Promise<NodeOfStore[]>
  /** The name of the node that has the rows of a tenant. */
  nodeOf(db: number): Promise<string>
  /** Tables whose rows are on the coordinator although they belong to tenants. */
  unplaced(tables: readonly Table[]): Promise<string[]>
  /** Moves all rows of a tenant to a node; writes wait meanwhile. `tell` hears of each step. */
  move(db: number, node: string, tell: (step: string) => void): Promise<void>
}

export interface NodeOfStore {
  /** HOST:PORT. */
  readonly name: string
  readonly reachable: boolean
  /** Parts into which the rows of each table are divided, and all their bytes. */
  readonly shards: number
  readonly bytes: number
}

/** Checks of what a store has on its disk, which read all of it. Not for the request path. Defects are in words, at most 20. */
export interface IntegrityPort {
  /** Whether a server on this store has ended without closing it, so that it should be checked. */
  readonly stoppedUncleanly: boolean
  /**
   * Defects of pages, indexes and references; `quick` compares no index with its table. A store with a quick defect refuses
   * writes from then on. `unchecked` says what this engine cannot tell as it is set up, and what to do about it.
   */
  examine(depth: 'quick' | 'deep', tables: readonly Table[]): Promise<Examination>
  /** Compares the word index of a table with `tokensOf` its rows, which have the columns of type text. */
  compareWords(table: Table, tokensOf: (row: Row) => readonly string[]): Promise<string[]>
}

export interface Examination {
  readonly defects: readonly string[]
  readonly unchecked?: { readonly text: string; readonly todo: string }
}

/** A table as it stands in the store: `indexes` maps each name to `unique (a, b)` or `(a, b)`. */
export interface TableShape {
  readonly columns: Set<string>
  readonly indexes: Map<string, string>
}

/** What migrations need of an engine. Not for the request path. */
export interface SchemaPort {
  /** Tables that the engine needs for itself, beside the declared ones. */
  readonly ownTables: readonly Table[]
  /** Runs `work` while no other process can migrate this store; its DDL and the record of it commit together. */
  exclusively<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  exists(reader: Reader, tableName: string): Promise<boolean>
  tables(reader: Reader): Promise<Map<string, TableShape>>
  createTable(table: Table): string[]
  addColumn(table: Table, columnName: string): string[]
  createIndex(table: Table, indexName: string): string[]
  dropIndex(indexName: string): string[]
  /** The tables of the word index beside a table declared with `search`. */
  searchTables(tableName: string): readonly string[]
  /** Makes those that are not among `existing`, with what the others have. */
  createSearch(table: Table, existing: ReadonlySet<string>): string[]
  /** Whether tables are placed on several nodes. */
  readonly distributed: boolean
  /** The tables that were placed. */
  placed(reader: Reader): Promise<ReadonlySet<string>>
  /** Places a table where its rows belong; rows that it has go with it. */
  place(table: Pick<Table, 'name' | 'scope' | 'besideTenants'>): string[]
  /** Statements to run after tables have changed, for the planner of the engine. */
  afterChange(tables: readonly Table[]): readonly string[]
  /** Statements to run in one transaction after a bulk load: upkeep that the engine would otherwise do in the course of time. */
  afterBulk(tables: readonly Table[]): readonly string[]
}
