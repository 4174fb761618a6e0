// Maps column types to those of PostgreSQL.
import type { ColumnType } from '../../table.ts'

export const columnTypes: Readonly<Record<ColumnType, string>> = {
  // Byte order, as on SQLite. Its indexes also serve prefix searches.
  text: 'text COLLATE "C"',
  integer: 'bigint',
  exact: 'bigint',
  real: 'double precision',
  flag: 'smallint',
  bytes: 'bytea',
}
