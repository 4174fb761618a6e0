// The contract of rows in memory that a Read can select from, filter and order like the rows of a table.
import type { Source } from '../../fields/part.ts'
import type { Scalar } from '../../storage/store.ts'

/** A list is what criteria on a list of values look at. */
export type Cell = Scalar | readonly Scalar[]

export interface RowSource<Row = unknown> {
  readonly rows: readonly Row[]
  /** Gives a value of a row by the column of the sources that name it. */
  cell(row: Row, column: string): Cell
}

/** The column that holds the place of a row in the order that applies when none is asked for. */
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
