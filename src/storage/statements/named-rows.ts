// Converts rows from arrays to objects with column names.
import type { Row, Scalar } from '../store.ts'

export const namedRows = (names: readonly string[], arrays: readonly (readonly Scalar[])[]): Row[] =>
  arrays.map(values => {
    const row: Row = {}
    for (let i = 0; i < names.length; i++) row[names[i] as string] = values[i] as Scalar
    return row
  })
