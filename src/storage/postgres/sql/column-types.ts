// The types of columns as PostgreSQL names them.
import type { ColumnType } from '../../table.ts'

export const columnTypes: Readonly<Record<ColumnType, string>> = {
  // The order of bytes, as on SQLite, and the one whose indexes serve prefixes.
  text: 'text COLLATE "C"',
  integer: 'bigint',
  exact: 'bigint',
  real: 'double precision',
  flag: 'smallint',
  bytes: 'bytea',
}
