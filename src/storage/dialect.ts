// What the two engines spell differently, beyond what Kysely's own compilers know. A leaf gives one Dialect.
import type { AliasedRawBuilder, Expression, Kysely, RawBuilder, SqlBool } from 'kysely'
import type { Query, Scalar, Tx, Value } from './store.ts'
import type { Succeed, Succession } from './succession.ts'
import type { Column } from './table.ts'

/** Builds statements on the tables `T`; see TablesOf. */
export type Builder<T> = Kysely<T>

/** Tables that are derived from entity files at run time: the model checks their columns, not the compiler. */
// biome-ignore lint/suspicious/noExplicitAny: the tables are data, so their row types are not known to TypeScript.
export type DynamicTables = any

export interface Dialect {
  readonly name: 'sqlite' | 'postgres'
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
  /** Keeps the rows of a select as they are until the transaction ends. Nothing on SQLite, where writers are alone. */
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
  /** The same value, for which no index will be chosen: SQLite's planner does not know how much one tenant has. */
  unindexed(expression: Expression<unknown>): Expression<unknown>
  /**
   * A text column is null, said so that its index is not used: beside a key that picks one row, an engine without
   * statistics takes the index of a column that is nearly always null for the better one, and reads all of it.
   */
  isNullAside(text: Expression<unknown>): RawBuilder<SqlBool>
  /** Ends a subquery that is to be looked into row by row, where the planner would rather gather all of it first. */
  readonly rowByRow: RawBuilder<unknown>
  /** How a row of a declared table is added, with all its columns, those that it lacks with their default. */
  inserter(table: string, columns: readonly Column[]): Inserter
  /** How a row is consumed once by the row that succeeds it; see successionOf. */
  succession(spec: Succession): Succeed<Readonly<Record<string, Scalar>>>
  readonly search: WordIndex
}

export type Inserter = (row: Readonly<Record<string, Scalar | undefined>>) => Query

/**
 * The word index beside a table declared with `search`: FTS5 on SQLite, a GIN index on PostgreSQL. Words are opaque
 * to it but for their first letter, see word-token.ts; a search asks for records that have, for each prefix given, some
 * word that begins with it.
 */
export interface WordIndex {
  /** The plan of a search depends on how rare its words are, so a search is to be planned for them each time. */
  readonly plansByWords: boolean
  /** Replaces the words of a record; no words: it is gone from the index. `words` are unique. */
  replace(tx: Tx, table: string, db: number, id: string, words: readonly string[]): Promise<void>
  /** Puts many records, none of which the index knows yet, there at once. */
  add(tx: Tx, table: string, db: number, records: readonly WordRecord[]): Promise<void>
  /**
   * `alias` (a row of `table`) has all prefixes. `prefixes` is a parameter to be made by `bind`. The statement must also
   * say that the row's `db` is the one that was given to `bind`.
   */
  matches(table: string, alias: string, prefixes: unknown): RawBuilder<SqlBool>
  /** What to bind for `prefixes`; of several lists, a record need have but one. */
  bind(db: number, ...lists: readonly (readonly string[])[]): Value
  /** The same search for a statement in the order of ids, which then takes no more than it needs; null where there is none. */
  readonly inOrder: OrderedSearch | null
}

/** Searches record by record, in the order of their ids: nothing is gathered, nothing is sorted. */
export interface OrderedSearch {
  /** What leads to the row of `table`: it stands before that in FROM. */
  lead(table: string): RawBuilder<unknown>
  /** As `matches` of the index, for a statement that has the lead. */
  matches(table: string, alias: string, prefixes: unknown): RawBuilder<SqlBool>
  /** To be ordered by, in the place of the id. */
  order(table: string): Expression<unknown>
  /** Where to go on: after the record with this id, which need not be there any more. */
  beyond(table: string, id: unknown, descending: boolean): RawBuilder<SqlBool>
}

export interface WordRecord {
  readonly id: string
  readonly words: readonly string[]
}
