// Declares how a row is consumed once by the row that succeeds it; each engine does it in as few statements as it can.
import type { Dialect } from './dialect.ts'
import type { Query, Scalar } from './store.ts'
import type { RowOf, Table } from './table.ts'

/** What an engine must know; see Dialect.succession. */
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

type ColumnOf<T extends Table> = keyof RowOf<T> & string

interface Declared<T extends Table, Own extends ColumnOf<T>> {
  readonly key: Own
  readonly open: readonly ColumnOf<T>[]
  readonly marks: Readonly<Partial<Record<ColumnOf<T>, Own>>>
  readonly link: ColumnOf<T>
  readonly inherited: readonly ColumnOf<T>[]
  readonly own: readonly Own[]
}

/** Gives the statements of a succession on a declared table; they are compiled once for each dialect. */
export function successionOf<T extends Table, const Own extends ColumnOf<T>>(table: T, declared: Declared<T, Own>) {
  const marks = Object.fromEntries(Object.entries(declared.marks).map(([name, of]) => [name, of as string]))
  const compiled = new Map<Dialect, Succeed<Row>>()
  return (dialect: Dialect, consumed: Scalar, successor: Pick<RowOf<T>, Own>): readonly [Query, ...Query[]] => {
    let succeed = compiled.get(dialect)
    if (!succeed) {
      succeed = dialect.succession({ ...declared, table, marks })
      compiled.set(dialect, succeed)
    }
    return succeed(consumed, successor as Row)
  }
}

type Row = Readonly<Record<string, Scalar>>
