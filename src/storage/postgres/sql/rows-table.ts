// Turns a RowList into a table: one parameter for all rows, whatever columns they fill.
import { type AliasedRawBuilder, sql } from 'kysely'
import type { DynamicTables } from '../../dialect.ts'
import type { ColumnType } from '../../table.ts'
import { columnTypes } from './column-types.ts'

/** The list is a parameter that is bound when the compiled statement runs. */
export function rowsTable(members: Readonly<Record<string, ColumnType>>): AliasedRawBuilder<DynamicTables, 'r'> {
  const columns = Object.entries(members).map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(columnTypes[type])}`)
  return sql`json_to_recordset(${null}::json)`.as<'r'>(sql`r(${sql.join(columns)})`)
}
