// Writes the DDL of SQLite and describes the tables of a store.
import * as ddl from '../../schema/ddl.ts'
import { quoteName } from '../../schema/quote.ts'
import type { Reader, SchemaPort, TableShape } from '../../store.ts'
import { required, type Table, table } from '../../table.ts'
import { createWordTables, optimizeWords } from '../words/word-tables.ts'
import { writeStatistics } from './statistics.ts'

/** Publications for other processes; see notifications.ts. Rows are numbered by SQLite in the order of commits. */
const notificationTable = table({
  name: 'bulletin',
  scope: 'global',
  columns: [
    required('seq', 'integer'),
    required('origin', 'text'),
    required('topic', 'text'),
    required('payload', 'text'),
  ],
  primaryKey: ['seq'],
})

const words: ddl.DdlWords = {
  types: { text: 'TEXT', integer: 'INTEGER', exact: 'INTEGER', real: 'REAL', flag: 'INTEGER', bytes: 'BLOB' },
  tableSuffix: table => (narrow(table) ? ' STRICT, WITHOUT ROWID' : ' STRICT'),
}

/** Short rows are stored in the tree of their key (WITHOUT ROWID), wide ones beside it, so that the key's tree stays shallow. */
function narrow(table: Table): boolean {
  if (table.primaryKey.length === 1 || table.columns.length > 5) return false
  return table.columns.every(column => column.type !== 'bytes')
}

/** The name of the index of the primary key; null for a single integer, which is the rowid. */
function keyIndex(table: Table): string | null {
  if (narrow(table)) return table.name
  const [first, ...others] = table.primaryKey.map(name => table.columns.find(column => column.name === name))
  if (others.length === 0 && words.types[first?.type ?? 'text'] === 'INTEGER') return null
  return `sqlite_autoindex_${table.name}_1`
}

export const sqliteSchema: Omit<SchemaPort, 'exclusively'> = {
  ownTables: [notificationTable],
  exists: async (reader, name) =>
    (await reader.read({ sql: `SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?`, params: [name] }))
      .length > 0,
  tables: describe,
  createTable: table => [ddl.createTable(words, table)],
  addColumn: (table, name) => [ddl.addColumn(words, table, name)],
  createIndex: (table, name) => [ddl.createIndex(table, name)],
  dropIndex: name => [`DROP INDEX ${quoteName(name)}`],
  placed: async () => new Set(),
  place: () => [],
  afterChange: tables => writeStatistics(tables, keyIndex),
  // Each batch of words is a segment, and a search reads every segment.
  afterBulk: tables => tables.filter(table => table.search).map(table => optimizeWords(table.name)),
  searchTables: name => [`${name}_words`],
  createSearch: table => createWordTables(table.name),
}

async function describe(reader: Reader): Promise<Map<string, TableShape>> {
  const shapes = new Map<string, TableShape>()
  const columns = await list(
    reader,
    `SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table'`,
  )
  for (const [table, column] of columns) {
    const shape = shapes.get(table as string) ?? { columns: new Set<string>(), indexes: new Map<string, string>() }
    shapes.set(table as string, shape)
    shape.columns.add(column as string)
  }
  const indexes = await list(
    reader,
    `SELECT m.name, i.name, i."unique", (SELECT group_concat(k.name, ',' ORDER BY k.seqno) FROM pragma_index_info(i.name) k)
     FROM sqlite_master m, pragma_index_list(m.name) i WHERE m.type = 'table' AND i.origin = 'c'`,
  )
  for (const [table, index, unique, names] of indexes) {
    shapes.get(table as string)?.indexes.set(index as string, ddl.indexShape(String(names).split(','), unique === 1))
  }
  return shapes
}

const list = (reader: Reader, sql: string) => reader.read({ sql, params: [] })
