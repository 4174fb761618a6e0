// Declares tables as engine-neutral data: DDL, additive migrations and the types of rows are derived from them.
import type { ColumnType as KyselyColumn, Selectable } from 'kysely'

/**
 * Column types, the same in meaning on both engines:
 * text; integer (32 or 64 bits, read as a JS number); exact (64-bit scaled integer: select it as text, see decimal.ts);
 * real (double); flag (0 or 1); bytes. Date-times are integer epoch seconds, dates are text `YYYY-MM-DD`, JSON is text.
 */
export type ColumnType = 'text' | 'integer' | 'exact' | 'real' | 'flag' | 'bytes'

export interface Column<
  Name extends string = string,
  Type extends ColumnType = ColumnType,
  Nullable extends boolean = boolean,
> {
  readonly name: Name
  readonly type: Type
  readonly nullable: Nullable
  /** For a column that is not nullable and may be added to a table that has rows. */
  readonly default?: string | number
  /** See `gapless`. */
  readonly gapless?: true
}

export interface Index<Name extends string = string> {
  /** Without the prefix, the table's name. */
  readonly name: string
  readonly columns: readonly Name[]
  readonly unique?: boolean
  /** The column after `db` has few different values: half of the rows may share one. */
  readonly fewValues?: boolean
  /** Hundreds of rows may share a value of the column after `db`: another index that leads to rows is the better one. */
  readonly commonValues?: boolean
}

interface ForeignKey<Name extends string = string> {
  readonly columns: readonly Name[]
  readonly table: string
  readonly references: readonly string[]
  readonly onDelete: 'cascade' | 'restrict'
}

export interface Table<Name extends string = string, Columns extends readonly Column[] = readonly Column[]> {
  readonly name: Name
  /**
   * `database` tables hold one tenant's rows: their first column is `db`, and every key, unique constraint, foreign key
   * and index of theirs begins with it. `global` tables are looked up by a digest or a key before the tenant is known.
   */
  readonly scope: 'database' | 'global'
  readonly columns: Columns
  readonly primaryKey: readonly Columns[number]['name'][]
  readonly indexes?: readonly Index<Columns[number]['name']>[]
  readonly foreignKeys?: readonly ForeignKey<Columns[number]['name']>[]
  /** A `global` table that statements join with tables of tenants: each node with tenants has a copy. */
  readonly besideTenants?: boolean
  /** Rows are changed soon after they were added, in columns without an index, so the engine leaves room for that. */
  readonly changesSoon?: boolean
  /** Has a word index beside it (see Dialect.search), keyed by (db, id). */
  readonly search?: boolean
}

/** Declares a table whose name and columns TypeScript knows, so that statements on it are checked; see statementsOn. */
export const table = <const Name extends string, const Columns extends readonly Column[]>(
  declared: Table<Name, Columns>,
): Table<Name, Columns> => declared

export const column = <const Name extends string, const Type extends ColumnType>(
  name: Name,
  type: Type,
): Column<Name, Type, true> => ({ name, type, nullable: true })

/**
 * Declares the column that numbers the rows of each tenant from 1, without a gap, in the order in which readers begin to see
 * the numbers: a reader that has seen a number has seen, or can see, every lower one. The row with the highest number must
 * stay, since the next number follows from it. On SQLite the INSERT gives the number; see Dialect.numbering for PostgreSQL.
 */
export const gapless = <const Name extends string>(name: Name): Column<Name, 'integer', true> => ({
  ...column(name, 'integer'),
  gapless: true,
})

export function required<const Name extends string, const Type extends ColumnType>(
  name: Name,
  type: Type,
): Column<Name, Type, false>
export function required<const Name extends string, const Type extends ColumnType>(
  name: Name,
  type: Type,
  fallback: string | number,
): WithDefault<Name, Type>
export function required(
  name: string,
  type: ColumnType,
  fallback?: string | number,
): Column<string, ColumnType, false> {
  return fallback === undefined ? { name, type, nullable: false } : { name, type, nullable: false, default: fallback }
}

interface WithDefault<Name extends string, Type extends ColumnType> extends Column<Name, Type, false> {
  readonly default: string | number
}

/** The first column of each `database` table. */
export const tenant = required('db', 'integer')

/** The JavaScript type of each column type. An exact column is no member of a row: asText selects it. */
interface ValueTypes {
  text: string
  integer: number
  exact: KyselyColumn<never, bigint, bigint>
  real: number
  flag: number
  bytes: Uint8Array
}

type Nullable<V> = V extends KyselyColumn<infer S, infer I, infer U> ? KyselyColumn<S, I | null, U | null> : V | null

type ValueOf<C extends Column> = C['nullable'] extends false
  ? C extends { readonly default: string | number }
    ? KyselyColumn<ValueTypes[C['type']], ValueTypes[C['type']] | undefined, ValueTypes[C['type']]>
    : ValueTypes[C['type']]
  : Nullable<ValueTypes[C['type']]>

/** The columns of a table in the form that Kysely expects. */
type ColumnsOf<T extends Table> = { [C in T['columns'][number] as C['name']]: ValueOf<C> }

/** The tables that a builder knows, by name. Kysely calls this a database. */
export type TablesOf<T extends readonly Table[]> = { [D in T[number] as D['name']]: ColumnsOf<D> }

/** A row as it is read. */
export type RowOf<T extends Table> = Selectable<ColumnsOf<T>>
