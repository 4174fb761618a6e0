// How a table is declared: engine-neutral data from which both engines' DDL and the additive migrations are derived.

/**
 * Column types, the same in meaning on both engines:
 * text; integer (32 or 64 bits, read as a JS number); exact (64-bit scaled integer: select it as text, see decimal.ts);
 * real (double); flag (0 or 1); bytes. Date-times are integer epoch seconds, dates are text `YYYY-MM-DD`, JSON is text.
 */
export type ColumnType = 'text' | 'integer' | 'exact' | 'real' | 'flag' | 'bytes'

export interface Column {
  readonly name: string
  readonly type: ColumnType
  readonly nullable: boolean
  /** For a column that is not nullable and may be added to a table that has rows. */
  readonly default?: string | number
}

export interface Index {
  /** Without the table's name, which is put before it. */
  readonly name: string
  readonly columns: readonly string[]
  readonly unique?: boolean
}

export interface ForeignKey {
  readonly columns: readonly string[]
  readonly table: string
  readonly references: readonly string[]
  readonly onDelete: 'cascade' | 'restrict'
}

export interface Table {
  readonly name: string
  /**
   * `database` tables hold one tenant's rows: their first column is `db`, and every key, unique constraint, foreign key
   * and index of theirs begins with it. `global` tables are looked up by a digest or a key before the tenant is known.
   */
  readonly scope: 'database' | 'global'
  readonly columns: readonly Column[]
  readonly primaryKey: readonly string[]
  readonly indexes?: readonly Index[]
  readonly foreignKeys?: readonly ForeignKey[]
  /** Rows are changed soon after they were added, in columns without an index: the engine leaves room beside them. */
  readonly changesSoon?: boolean
  /** Has a word index beside it (see Dialect.search), keyed by (db, id). */
  readonly search?: boolean
}

export const column = (name: string, type: ColumnType, extra: Partial<Omit<Column, 'name' | 'type'>> = {}): Column => ({
  name,
  type,
  nullable: true,
  ...extra,
})

export const required = (name: string, type: ColumnType, fallback?: string | number): Column =>
  fallback === undefined ? { name, type, nullable: false } : { name, type, nullable: false, default: fallback }

/** The tenant column with which each `database` table begins. */
export const tenant: Column = { name: 'db', type: 'integer', nullable: false }
