// Tables as PostgreSQL makes and describes them.
import * as ddl from '../../ddl.ts'
import { quoteName } from '../../quote.ts'
import type { Reader, SchemaPort, TableShape } from '../../store.ts'
import { columnTypes } from './column-types.ts'
import { numberingParts } from './numbering.ts'
import { createPostings } from './postings.ts'

/** A row that finds room for its next version on its own page is found there by the entries that the indexes have. */
const roomForChanges = '(fillfactor = 50)'

/**
 * The number of words of which PostgreSQL keeps the frequency. The planner takes any other word for about as frequent as
 * the rarest that it knows. With the default of 100, in a million records, that is some hundreds of records: the planner
 * then reads all records in the order asked for, and a word that one record has takes 300 ms.
 */
const wordStatistics = 500

const words: ddl.DdlWords = {
  types: columnTypes,
  tableSuffix: table => (table.changesSoon ? ` WITH ${roomForChanges}` : ''),
}

export const postgresSchema: Omit<SchemaPort, 'exclusively'> = {
  ownTables: [],
  // Not by to_regclass: its cache may still miss a table that was made while this session waited for the lock.
  exists: async (reader, name) => {
    const sql = 'SELECT 1 FROM pg_class WHERE relname = $1 AND relnamespace = current_schema()::regnamespace'
    return (await reader.read({ sql, params: [name] })).length > 0
  },
  tables: describe,
  createTable: table => [ddl.createTable(words, table), ...numberingParts(table)],
  addColumn: (table, name) => [ddl.addColumn(words, table, name)],
  createIndex: (table, name) => [ddl.createIndex(table, name)],
  dropIndex: name => [`DROP INDEX ${quoteName(name)}`],
  distributed: false,
  placed: async () => new Set(),
  place: () => [],
  afterChange: () => [],
  // Without statistics the plans of the first minutes take a hundred times as long. With a million entries on a busy
  // machine ANALYZE takes longer than a request may.
  afterBulk: () => [withoutTimeLimit, 'ANALYZE'],
  searchTables: name => [`${name}_words`, `${name}_postings`],
  createSearch: (table, existing) => [
    ...(existing.has(`${table.name}_words`) ? [] : createWords(`${table.name}_words`)),
    ...createPostings(table.name),
  ],
}

export const withoutTimeLimit = 'SET LOCAL statement_timeout = 0'

const createWords = (name: string): string[] => [
  `CREATE TABLE ${quoteName(name)} (db bigint NOT NULL, id text COLLATE "C" NOT NULL, words tsvector NOT NULL, display_f text COLLATE "C", PRIMARY KEY (db, id))`,
  // What is new waits in a list that every search reads through, so it is kept short: 64 kB, or some 200 records. To do
  // without it takes a fifth of the server's time of a Create.
  `CREATE INDEX ${quoteName(`${name}_gin`)} ON ${quoteName(name)} USING gin (words) WITH (fastupdate = on, gin_pending_list_limit = 64)`,
  `ALTER TABLE ${quoteName(name)} ALTER COLUMN words SET STATISTICS ${wordStatistics}`,
]

async function describe(reader: Reader): Promise<Map<string, TableShape>> {
  const shapes = new Map<string, TableShape>()
  const columns = await list(
    reader,
    `SELECT c.relname, a.attname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped`,
  )
  for (const [table, column] of columns) {
    const shape = shapes.get(table as string) ?? { columns: new Set<string>(), indexes: new Map<string, string>() }
    shapes.set(table as string, shape)
    shape.columns.add(column as string)
  }
  const indexes = await list(
    reader,
    `SELECT t.relname, c.relname, i.indisunique, (
       SELECT string_agg(a.attname, ',' ORDER BY k.place)
       FROM unnest(i.indkey) WITH ORDINALITY AS k(number, place) JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.number)
     FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid
     WHERE t.relnamespace = current_schema()::regnamespace AND NOT i.indisprimary`,
  )
  for (const [table, index, unique, names] of indexes) {
    shapes.get(table as string)?.indexes.set(index as string, ddl.indexShape(String(names).split(','), unique === 1))
  }
  return shapes
}

const list = (reader: Reader, sql: string) => reader.read({ sql, params: [] })
