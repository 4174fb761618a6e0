// Declares how a row is consumed once by the row that succeeds it; each engine uses as few statements as it can.
import type { Dialect, SuccessionStatements } from '../dialect.ts'
import type { Query } from '../query.ts'
import type { RowOf, Table } from '../table.ts'
import type { Scalar } from './scalar.ts'

type ColumnOf<T extends Table> = keyof RowOf<T> & string

interface TypedSuccession<T extends Table, Own extends ColumnOf<T>> {
  readonly key: Own
  readonly open: readonly ColumnOf<T>[]
  readonly marks: Readonly<Partial<Record<ColumnOf<T>, Own>>>
  readonly link: ColumnOf<T>
  readonly inherited: readonly ColumnOf<T>[]
  readonly own: readonly Own[]
}

/** Returns the statements of a succession on a declared table, compiled once per dialect. */
export function successionOf<T extends Table, const Own extends ColumnOf<T>>(
  table: T,
  declared: TypedSuccession<T, Own>,
) {
  const marks = Object.fromEntries(Object.entries(declared.marks).map(([name, of]) => [name, of as string]))
  const compiled = new Map<Dialect, SuccessionStatements<Row>>()
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
