// Declares the contract of rows in memory that a Read can select, filter and order like the rows of a table.
import type { Source } from '../../fields/part.ts'
import type { Scalar } from '../../storage/store.ts'

/** A list has the values that criteria on a many-valued field compare. */
export type Cell = Scalar | readonly Scalar[]

export interface RowSource<Row = unknown> {
  readonly rows: readonly Row[]
  /** The value of a row in a column. */
  cell(row: Row, column: string): Cell
}

/** The column of the position of a row in the default order. */
export const naturalOrder = 'position'

export const scalarOf = (source: RowSource, row: unknown, { column }: Pick<Source, 'column'>): Scalar => {
  const cell = source.cell(row, column)
  return Array.isArray(cell) ? ((cell[0] ?? null) as Scalar) : (cell as Scalar)
}

/** The values of a cell: none when it is empty. */
export const valuesOf = (source: RowSource, row: unknown, { column }: Pick<Source, 'column'>): readonly Scalar[] => {
  const cell = source.cell(row, column)
  if (cell === null) return []
  return Array.isArray(cell) ? (cell as readonly Scalar[]) : [cell as Scalar]
}
