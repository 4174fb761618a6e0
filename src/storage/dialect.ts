// Declares what the engines spell differently, beyond what Kysely's own compilers know. Each engine has one Dialect.
import type { AliasedRawBuilder, Expression, Kysely, RawBuilder, SqlBool } from 'kysely'
import type { Topic } from './nodes/topics.ts'
import type { Query, Reader, Tx } from './query.ts'
import type { Value } from './statements/row-list.ts'
import type { Scalar } from './statements/scalar.ts'
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
  /** `expression` is an element of a list that is bound as one parameter. */
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
  /** Locks the rows of a select until the transaction ends. Empty on SQLite, where one transaction writes at a time. */
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

  /** The clock of the store, in epoch milliseconds. Not used for lifetimes. */
  readonly storeTime: RawBuilder<number>

  // Intents: conditions of the same meaning, written so that the planner of the engine chooses the plan that the name
  // describes.

  /** The row is not deleted. Nearly all rows meet this, so the planner must not use an index for it. */
  notDeleted(deleted: Expression<unknown>): RawBuilder<SqlBool>
  /** The same for a row that is found by its key, in preference to an index on `deleted`. */
  notDeletedByKey(deleted: Expression<unknown>): RawBuilder<SqlBool>
  /** The value, without use of its index: neither to find rows by it nor to read them in its order. */
  unindexed(value: Expression<unknown>): Expression<unknown>
  /** The strategies by which a Read of records is planned on this engine. The planner tries them in its own order. */
  readonly strategies: readonly ReadStrategy[]
  /** The subquery has a row. It is probed by its key for each outer row, not run as a whole first. */
  existsPerRow(subquery: RawBuilder<unknown>): RawBuilder<SqlBool>
  /** The value is in the result of the subquery, which runs as a whole first and then finds the outer rows. */
  inResultOf(value: Expression<unknown>, subquery: RawBuilder<unknown>): RawBuilder<SqlBool>

  /**
   * Makes a select over many rows interruptible, so that the store can end a quick read that takes too long (see Store.read). An
   * engine that cannot interrupt a statement adds a condition that checks the time and holds for every row. `text` is an
   * expression that takes long to compare: the time is then checked for each long text.
   */
  stoppable<C>(conditions: readonly C[], text?: Expression<unknown>): readonly (C | RawBuilder<SqlBool>)[]

  /** Inserts a row of a declared table with all columns; missing values get the default. */
  inserter(table: string, columns: readonly Column[]): Inserter
  /** Numbers the rows of a table with a gapless column. */
  readonly numbering: Numbering
  /** Consumes a row once by the row that succeeds it; see successionOf. */
  succession(spec: Succession): SuccessionStatements<Readonly<Record<string, Scalar>>>
  readonly search: WordIndex
}

/** A strategy of the planner of Reads; each is explained in the file of its name in `query/plan/strategies/`. */
export type ReadStrategy =
  | 'by-key'
  | 'phrase-in-key-order'
  | 'phrase-in-name-order'
  | 'range-or-order'
  | 'sort-keys-first'
  | 'one-select'

/**
 * Assigns gapless numbers. Where the INSERT numbers its row there is nothing left to do. Elsewhere rows are numbered after their
 * commit, in the order of their INSERTs, their arrival. A transaction numbers the rows of one tenant, or of all tenants (null).
 */
export interface Numbering {
  /** Published with the tenant when rows have their numbers. */
  readonly announces: Topic<number>
  /** How often to look for rows that no writer of this process has announced. */
  readonly lookMs: number
  /** The number of the first row that a transaction adds next; null where rows are numbered after their commit. */
  next(tx: Tx, column: { readonly table: string; readonly column: string }, db: number): Promise<number | null>
  /** Lets one transaction number at a time. Called first, so that the transaction sees the commit of the previous one. */
  lock(tx: Tx): void
  /** The transactions that number the rows which were written to a tenant. */
  turnsOf(db: number): readonly (number | null)[]
  /** The transactions that number all rows without a number. */
  findTurns(reader: Reader, rows: UnnumberedRows): Promise<readonly (number | null)[]>
  /** Takes the lock, and numbers the oldest `most` rows. */
  number(tx: Tx, rows: UnnumberedRows, most: number, db: number | null): Promise<readonly NumberedRows[]>
}

/** Rows of a table whose gapless column is null; those that arrived before `from` are skipped. */
interface UnnumberedRows {
  readonly table: string
  readonly column: string
  readonly from: number
}

/** How many rows of a tenant were numbered, and the highest arrival among them. */
export interface NumberedRows {
  readonly db: number
  readonly rows: number
  readonly arrival: number
}

export type Inserter = (row: Readonly<Record<string, Scalar | undefined>>) => Query

/**
 * The word index beside a table declared with `search`: FTS5 on SQLite, a GIN index and postings on PostgreSQL. Words are opaque
 * to it except for their first letter, see word-token.ts. A search finds the records that have, for each given prefix, a word
 * that begins with it.
 */
export interface WordIndex {
  /** Replaces the words of a record; an empty list removes it from the index. `isNew`: it is not in the index yet. */
  replace(tx: Tx, table: string, db: number, record: WordRecord, isNew?: boolean): Promise<void>
  /** Adds many records, none of which is in the index yet. */
  add(tx: Tx, table: string, db: number, records: readonly WordRecord[]): Promise<void>
  /** Replaces what the index has of a range of records, whose rows the transaction has locked. */
  rebuild(tx: Tx, table: string, db: number, range: WordRange): Promise<void>
  /**
   * Removes a batch of entries that belong to no record of the index, in the order of their keys, from `after` on ('': from the
   * first). Returns the key after which the next batch begins; null when there is none.
   */
  removeStrays(tx: Tx, table: string, db: number, after: string): Promise<string | null>
  /** Until the transaction ends no other one adds words, which waits; called before the transaction locks a record. */
  holdVocabulary(tx: Tx, table: string): Promise<void>
  /** Removes those of the words from the vocabulary that no record has any more. */
  unlist(tx: Tx, table: string, db: number, words: readonly string[]): Promise<void>
  /**
   * Removes what deleted entries have left in the index, by one small step. Returns whether there is more to do.
   */
  shrink(tx: Tx, table: string): Promise<boolean>
  /** The tenants for which `removeStrays` is called so that it looks at the entries of all of these tenants. */
  strayTurnsOf(dbs: readonly number[]): readonly number[]
  /**
   * `alias` (a row of `table`) matches all prefixes. `prefixes` is a parameter that `bind` makes. The statement must also
   * compare the row's `db` with the parameter `db`, the tenant that was given to `bind`.
   */
  matches(table: string, alias: string, prefixes: unknown, db: unknown): RawBuilder<SqlBool>
  /** The value for `prefixes`. Of several lists, a record must match one. */
  bind(db: number, ...lists: readonly (readonly string[])[]): Value
  /** As `bind`, for records that meet one of the lists of `match`, and none of `but`: one term of each group of the list. */
  bindTerms(db: number, match: TermLists, but: TermLists): Value
  /** `x`, a folded text, matches a regular expression of both engines. */
  matchesPattern(x: Expression<unknown>, pattern: Expression<unknown>): RawBuilder<SqlBool>
  /** Intent: the search for a statement that orders by id and has a limit, at which an engine can stop. */
  readonly inOrder: OrderedSearch
  /** The search for a statement that orders by name. */
  readonly byName: NamedSearch
}

/** A word, with the letter of its kind, that a record must have, or with which one of its words must begin. */
export interface WordTerm {
  readonly word: string
  readonly beginning: boolean
}

export type TermLists = readonly (readonly (readonly WordTerm[])[])[]

export interface SortKey {
  readonly x: Expression<unknown>
  readonly descending: boolean
}

/** Searches in the index alone, which has the columns `db`, `id` and `display_f` of each record. */
export interface NamedSearch {
  /** The table of these columns, for the index of `table`. */
  entries(table: string): string
  /** Stands before that table in FROM. */
  lead(table: string): RawBuilder<unknown>
  /** As `matches` of the index, for the row `alias` of that table. */
  matches(table: string, alias: string, prefixes: unknown): RawBuilder<SqlBool>
  /** The limit of a subquery that gives all its rows in order. */
  readonly noLimit: RawBuilder<unknown>
  /**
   * The sort keys by which a select that joins records to the sorted entries must sort again. None where a cross join keeps the
   * order of its first table.
   */
  lostByJoin(keys: readonly SortKey[]): readonly SortKey[]
}

/** Searches in the order of ids. `alias` is the row of `table`. */
export interface OrderedSearch {
  /** Stands before the table in FROM and finds its rows. */
  lead(table: string): RawBuilder<unknown>
  /** The conditions that stand for `matches` of the index in a statement that has the lead; none where `within` finds the records. */
  matches(table: string, alias: string, prefixes: unknown, db: unknown): readonly RawBuilder<SqlBool>[]
  /** Stands in ORDER BY instead of the id. */
  order(table: string, alias: string): Expression<unknown>
  /**
   * Conditions of a page that continues after a record, in addition to that on the id: they start the search there, whether or
   * not the record still exists. None where the condition on the id is enough.
   */
  beyond(table: string, id: unknown, descending: boolean): readonly RawBuilder<SqlBool>[]
  /** The condition that the search has found the row; none where the lead finds the rows. */
  within(search: SearchWithin): readonly RawBuilder<SqlBool>[]
  /** The form in which a statement searches for the value that `bind` has made. */
  formOf(prefixes: Value): SearchForm
}

/** One list of one prefix, which most searches have, is found by a smaller statement. */
export type SearchForm = 'one prefix' | 'any'

/** A statement that selects rows `alias` of `table` in the order of their ids, except for the search by words. */
export interface SearchWithin {
  readonly table: string
  readonly alias: string
  readonly prefixes: unknown
  readonly db: unknown
  readonly from: RawBuilder<unknown>
  readonly where: RawBuilder<SqlBool>
  /** The id after which the rows start; null for the first page. */
  readonly after: unknown
  readonly limit: RawBuilder<unknown>
  readonly descending: boolean
  readonly form: SearchForm
}

export interface WordRecord {
  readonly id: string
  /** Without duplicates. */
  readonly words: readonly string[]
  /** The column `display_f` of the record. */
  readonly name?: string | null
}

/** After every identifier of a record, in the order of bytes. */
export const afterAllIds = '\u{10ffff}'

/** The records of a tenant whose identifiers are above `after` and not above `upTo`. */
export interface WordRange {
  readonly after: string
  readonly upTo: string
  /** The rows of the range when they were locked. The index keeps what it has of rows that were added later. */
  readonly locked: readonly string[]
  /** Those of them that belong in the index. */
  readonly records: readonly WordRecord[]
}

/** States how a row is consumed once by the row that succeeds it; see Dialect.succession. */
export interface Succession {
  readonly table: Table
  readonly key: string
  /** A row can be consumed while these columns are null. */
  readonly open: readonly string[]
  /** Columns of the consumed row that get values of its successor; one of them, `link`, gets the successor's key. */
  readonly marks: Readonly<Record<string, string>>
  readonly link: string
  /** Columns that the successor copies from the consumed row. */
  readonly inherited: readonly string[]
  /** Columns with values of the successor's own; all others are null or have their default. */
  readonly own: readonly string[]
}

/**
 * The statements of one succession. The first changes one row when it consumes the row, and none when another succession has
 * consumed it before. The successor is added only when this succession has consumed the row.
 */
export type SuccessionStatements<R> = (consumed: Scalar, successor: R) => readonly [Query, ...Query[]]
