// Shows a short list as a table with a heading for each column; on a phone each row is a block.
import type { ReactNode } from 'react'
import classes from './simple-table.module.css'

export interface SimpleColumn<T> {
  /** Empty for buttons, which say themselves what they do. */
  readonly title: string
  readonly cell: (row: T) => ReactNode
  /** Figures and buttons stand at the right. */
  readonly align?: 'right'
}

export interface SimpleTableProps<T> {
  readonly label: string
  readonly columns: readonly SimpleColumn<T>[]
  readonly rows: readonly T[]
  readonly keyOf: (row: T) => string
}

export function SimpleTable<T>({ label, columns, rows, keyOf }: SimpleTableProps<T>) {
  return (
    <table className={classes.table} aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ title, align }) =>
            title === '' ? (
              <td key={title} />
            ) : (
              <th key={title} scope="col" data-align={align}>
                {title}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <tr key={keyOf(row)}>
            {columns.map(({ title, cell, align }) => (
              <td key={title} data-align={align} data-title={title}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
