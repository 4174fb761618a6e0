// Declares what the engines spell differently, beyond what Kysely's own compilers know. Each leaf has one Dialect.
import type { AliasedRawBuilder, Expression, Kysely, RawBuilder, SqlBool } from 'kysely'
import type { Query, Tx } from './query.ts'
import type { Value } from './row-list.ts'
import type { Scalar } from './scalar.ts'
import type { Column, Table } from './table.ts'

/** Builds statements on the tables `T`; see TablesOf. */
export type Builder<T> = Kysely<T>

/** Tables that are derived from entity files at run time: the model checks their columns, not the compiler. */
// biome-ignore lint/suspicious/noExplicitAny: the tables are data, so their row types are not known to TypeScript.
export type DynamicTables = any

export interface Dialect {
  /**
   * Builds and compiles without a connection; it knows no column. For tables that are derived at run time: statements on
   * declared tables are made by statementsOn, which checks names and types.
   */
  readonly dynamicBuilder: Builder<DynamicTables>
  /** `expression` is one of the elements of a list that is bound as one parameter. */
  inList(expression: Expression<unknown>, list: unknown, type: 'text' | 'integer' | 'real'): RawBuilder<SqlBool>
  /** The elements of a list parameter as a table with the columns `value` and `position` (from 0), under an alias. */
  listTable<A extends string>(
    list: unknown,
    type: 'text' | 'integer' | 'real',
    alias: A,
  ): AliasedRawBuilder<{ value: string | number; position: number }, A>
  /**
   * List parameters of one length as a table with the columns `v0`, `v1` and so on, a row for each position. Joining the
   * lists by position instead takes quadratic time on SQLite, which has no index on the elements of a list.
   */
  zipTable(lists: readonly unknown[], type: 'text' | 'integer' | 'real', alias: string): RawBuilder<unknown>
  /** Locks the rows of a select until the transaction ends. Says nothing on SQLite, where one transaction writes at a time. */
  lock(mode: 'share' | 'update'): RawBuilder<unknown>
  /**
   * The rows of a subquery as JSON text, in the subquery's order and without blanks: `["a","b"]` for one column,
   * `[["a",1],["b",2]]` for several, `[]` for no rows. Not for reals, whose text differs, nor for bytes.
   */
  jsonArray(subquery: Expression<unknown>, columns: readonly string[]): RawBuilder<string>
  /** Exact integers and sums of them as text, since they may exceed 2^53. */
  asText(expression: Expression<unknown>): RawBuilder<string>
  /** A part of a date-time (epoch seconds) in a time zone: the number of its year or month. */
  datePart(part: 'year' | 'month', epochSeconds: Expression<unknown>, timeZone: unknown): RawBuilder<number>
  /** The lesser and the greater of two values; neither is null. */
  least(a: Expression<unknown>, b: Expression<unknown>): RawBuilder<unknown>
  greatest(a: Expression<unknown>, b: Expression<unknown>): RawBuilder<unknown>

  /** The clock of the store, in epoch milliseconds. No lifetime is judged by it. */
  readonly storeTime: RawBuilder<number>

  // Intents: conditions that mean the same in SQL, said in the way that leads the planner of the engine to the plan that
  // the name asks for.

  /** The row is not deleted, as nearly all are: the condition finds no rows, other conditions do. */
  notDeleted(deleted: Expression<unknown>): RawBuilder<SqlBool>
  /** The same for a row that is found by its key, which no index on `deleted` can do better. */
  notDeletedByKey(deleted: Expression<unknown>): RawBuilder<SqlBool>
  /** The value, of which no index is used: neither to find rows by it nor to read them in its order. */
  unindexed(value: Expression<unknown>): Expression<unknown>
  /**
   * Whether the engine cannot tell how many rows are in a range. A read of a range in another order then counts them to a
   * limit, and reads the index of the range or that of the order.
   */
  readonly countsRanges: boolean
  /**
   * All joins are nested loops, run before the rows are sorted: rows of a cross join come in the order of its first table, and a
   * statement has to say what is to be joined after the sort.
   */
  readonly nestsJoins: boolean
  /** The subquery has a row, probed by its key for each outer row: the subquery is not run as a whole first. */
  existsPerRow(subquery: RawBuilder<unknown>): RawBuilder<SqlBool>
  /** The value is in the result of the subquery, which is run as a whole first and then finds the outer rows. */
  inResultOf(value: Expression<unknown>, subquery: RawBuilder<unknown>): RawBuilder<SqlBool>

  /**
   * True for every row that a select looks at. On an engine whose statements nobody can interrupt it ends a quick read that
   * takes too long (see Store.read), so it stands first among the conditions of each select that may look at many rows.
   */
  readonly stoppable: RawBuilder<SqlBool> | null
  /** The same for each text that takes long to compare. */
  stoppableAt(text: Expression<unknown>): RawBuilder<SqlBool> | null

  /** How a row of a declared table is added, with all its columns, those that it lacks with their default. */
  inserter(table: string, columns: readonly Column[]): Inserter
  /** Numbers the rows of a table with a gapless column after their commit; null where the INSERT numbers its row. */
  readonly numbering: Numbering | null
  /** How a row is consumed once by the row that succeeds it; see successionOf. */
  succession(spec: Succession): Succeed<Readonly<Record<string, Scalar>>>
  readonly search: WordIndex
}

/**
 * The statements of one transaction that numbers committed rows. `lock` runs first: one transaction numbers at a time, and
 * `number` must see what the one before it has committed. `number` takes the oldest `most` rows that have no number yet, and
 * gives how many rows of which tenant it has numbered, and the highest arrival among them. Rows arrive in the order of their
 * INSERTs; those that arrived before `from` are not looked at. A transaction numbers the rows of one tenant, `db`, or of all of
 * them.
 */
export interface Numbering {
  readonly lock: Query
  /** How often to look for rows of which no writer of this process has told. */
  readonly lookMs: number
  /** Finds the tenants that have rows to be numbered; null where a transaction numbers the rows of all tenants. */
  readonly waiting: ((table: string, column: string, from: number) => Query) | null
  number(table: string, column: string, most: number, from: number, db: number | null): Query<Numbered>
}

export interface Numbered {
  readonly db: number
  readonly rows: number
  readonly arrival: number
}

export type Inserter = (row: Readonly<Record<string, Scalar | undefined>>) => Query

/**
 * The word index beside a table declared with `search`: FTS5 on SQLite, a GIN index and postings on PostgreSQL. Words are opaque
 * to it but for their first letter, see word-token.ts; a search asks for records that have, for each prefix given, some
 * word that begins with it.
 */
export interface WordIndex {
  /** Replaces what the index has of a record; no words: it is gone from there. `isNew`: the index does not know it yet. */
  replace(tx: Tx, table: string, db: number, record: WordRecord, isNew?: boolean): Promise<void>
  /** Puts many records, none of which the index knows yet, there at once. */
  add(tx: Tx, table: string, db: number, records: readonly WordRecord[]): Promise<void>
  /**
   * `alias` (a row of `table`) has all prefixes. `prefixes` is a parameter to be made by `bind`. The statement must also
   * say that the row's `db` is the one that was given to `bind`, which is the parameter `db`.
   */
  matches(table: string, alias: string, prefixes: unknown, db: unknown): RawBuilder<SqlBool>
  /** What to bind for `prefixes`; of several lists, a record need have but one. */
  bind(db: number, ...lists: readonly (readonly string[])[]): Value
  /** Intent: the search for a statement that orders by id and has a limit, so that an engine that can reads no more. */
  readonly inOrder: OrderedSearch
  /** The search for a statement that orders by name. */
  readonly byName: NamedSearch
}

/** Searches in the index alone, which has of each record found the columns `db`, `id` and `display_f`. */
export interface NamedSearch {
  /** The table of these columns, for the index of `table`. */
  entries(table: string): string
  /** Stands before that table in FROM. */
  lead(table: string): RawBuilder<unknown>
  /** As `matches` of the index, for the row `alias` of that table. */
  matches(table: string, alias: string, prefixes: unknown): RawBuilder<SqlBool>
  /** The limit of a subquery that gives all its rows in order. */
  readonly noLimit: RawBuilder<unknown>
}

/** Searches in the order of ids. `alias` is the row of `table`. */
export interface OrderedSearch {
  /** Stands before the table in FROM, and leads to its row. */
  lead(table: string): RawBuilder<unknown>
  /** As `matches` of the index, for a statement that has the lead. Null where `within` finds the records. */
  matches(table: string, alias: string, prefixes: unknown, db: unknown): RawBuilder<SqlBool> | null
  /** Stands in ORDER BY instead of the id. */
  order(table: string, alias: string): Expression<unknown>
  /**
   * Beside the condition on the id of a page that continues after a record: leads the search there, whether or not the
   * record still exists. Null where the condition on the id is enough.
   */
  beyond(table: string, id: unknown, descending: boolean): RawBuilder<SqlBool> | null
  /** The condition that the row is one of those that the statement gives; null where the lead finds them. */
  within(search: SearchWithin): RawBuilder<SqlBool> | null
}

/** A statement that selects rows `alias` of `table` in the order of their ids, without what finds them by their words. */
export interface SearchWithin {
  readonly table: string
  readonly alias: string
  readonly prefixes: unknown
  readonly db: unknown
  readonly from: RawBuilder<unknown>
  readonly where: RawBuilder<SqlBool>
  /** The id after which the rows begin; null from the first on. */
  readonly after: unknown
  readonly limit: RawBuilder<unknown>
  readonly descending: boolean
}

export interface WordRecord {
  readonly id: string
  /** Without duplicates. */
  readonly words: readonly string[]
  /** The column `display_f` of the record. */
  readonly name?: string | null
}

/** States how a row is consumed once by the row that succeeds it; see Dialect.succession. */
export interface Succession {
  readonly table: Table
  /** The column that identifies a row. */
  readonly key: string
  /** A row can be consumed while these columns are null. */
  readonly open: readonly string[]
  /** Columns of the consumed row that get values of its successor; one of them, `link`, gets the successor's key. */
  readonly marks: Readonly<Record<string, string>>
  readonly link: string
  /** Columns that the successor has from the consumed row. */
  readonly inherited: readonly string[]
  /** Columns that the successor brings; all others are null or have their default. */
  readonly own: readonly string[]
}

/**
 * The statements of one succession. The first changes one row for the first who consumes it and none for everybody after.
 * The successor is added only when this succession has consumed the row.
 */
export type Succeed<R> = (consumed: Scalar, successor: R) => readonly [Query, ...Query[]]
