// Writes the planner statistics of SQLite: the same in each store, so that a plan depends on the tables alone.
import { indexName } from '../../schema/ddl.ts'
import { quoteLiteral } from '../../schema/quote.ts'
import type { Index, Table } from '../../table.ts'

/** The planner is to assume one tenant with this many rows in each table. */
const rows = 1_000_000

/** Columns with the same value in most rows: a store may have one tenant, and few records are in the bin. */
const mostlyAlike: ReadonlySet<string> = new Set(['db', 'deleted'])

/** How many rows have the same values in the first column of an index, in the first two, and so on. */
function estimate({ columns, unique, fewValues, commonValues }: Omit<Index, 'name'>): string {
  const ofValue = commonValues ? 500 : 9
  const alike = [rows]
  for (const [at, column] of columns.entries()) {
    const before = alike.at(-1) as number
    if (column === 'id' || (unique && at === columns.length - 1)) alike.push(1)
    else if (mostlyAlike.has(column)) alike.push(before)
    else if (at === 1) alike.push(fewValues ? before / 2 : Math.min(before, ofValue))
    else alike.push(Math.min(before, 10 - at))
  }
  return alike.join(' ')
}

/** `keyIndex` returns the index of a table's primary key, if it has one. */
export function writeStatistics(tables: readonly Table[], keyIndex: (table: Table) => string | null): string[] {
  const values = tables.flatMap(table => {
    const key = keyIndex(table)
    const declared = (table.indexes ?? []).map(index => ({ ...index, name: indexName(table, index.name) }))
    const indexes = key === null ? declared : [{ name: key, columns: table.primaryKey, unique: true }, ...declared]
    return indexes.map(index => [table.name, index.name, estimate(index)].map(quoteLiteral).join(', '))
  })
  if (values.length === 0) return []
  return [
    // Creates the table of statistics.
    'ANALYZE sqlite_schema',
    'DELETE FROM sqlite_stat1',
    `INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ${values.map(one => `(${one})`).join(', ')}`,
    // Makes the connection read it.
    'ANALYZE sqlite_schema',
  ]
}
