// Writes the DDL of PostgreSQL and describes the tables of a store.
import * as ddl from '../../schema/ddl.ts'
import { quoteName } from '../../schema/quote.ts'
import type { Reader, SchemaPort, TableShape } from '../../store.ts'
import { columnTypes } from './column-types.ts'
import { numberingParts } from './numbering.ts'
import { createPostings, createVocabulary } from './postings.ts'

/** Leaves room on each page, so that the next version of a row fits there and needs no new index entries. */
const roomForChanges = '(fillfactor = 50)'

/**
 * The number of words whose frequency PostgreSQL stores. The planner assumes that any other word is about as frequent as the
 * rarest of these. With the default of 100, in a million records, that is some hundreds of records: the planner then reads
 * all records in the requested order, and a search for a word of one record takes 300 ms.
 */
const wordStatistics = 500

const words: ddl.DdlWords = {
  types: columnTypes,
  tableSuffix: table => (table.changesSoon ? ` WITH ${roomForChanges}` : ''),
}

export const postgresSchema: Omit<SchemaPort, 'exclusively'> = {
  ownTables: [],
  // Not to_regclass, whose cache may miss a table that was created while this session waited for the lock.
  exists: async (reader, name) => {
    const sql = 'SELECT 1 FROM pg_class WHERE relname = $1 AND relnamespace = current_schema()::regnamespace'
    return (await reader.read({ sql, params: [name] })).length > 0
  },
  tables: describe,
  createTable: table => [ddl.createTable(words, table), ...numberingParts(table)],
  addColumn: (table, name) => [ddl.addColumn(words, table, name)],
  createIndex: (table, name) => [ddl.createIndex(table, name)],
  dropIndex: name => [`DROP INDEX ${quoteName(name)}`],
  placed: async () => new Set(),
  place: () => [],
  afterChange: () => [],
  // Without statistics the plans of the first minutes take a hundred times as long. With a million entries on a busy
  // machine ANALYZE takes longer than a request may.
  afterBulk: () => [withoutTimeLimit, 'ANALYZE'],
  searchTables: name => [`${name}_words`, `${name}_postings`, `${name}_vocabulary`],
  createSearch: ({ name }, existing) => [
    ...(existing.has(`${name}_words`) ? [] : createWords(`${name}_words`)),
    ...(existing.has(`${name}_postings`) ? [] : createPostings(name)),
    ...(existing.has(`${name}_vocabulary`) ? [] : createVocabulary(name)),
  ],
}

export const withoutTimeLimit = 'SET LOCAL statement_timeout = 0'

const createWords = (name: string): string[] => [
  `CREATE TABLE ${quoteName(name)} (db bigint NOT NULL, id text COLLATE "C" NOT NULL, words tsvector NOT NULL, display_f text COLLATE "C", PRIMARY KEY (db, id))`,
  // New entries wait in a list that every search scans, so it is short: 64 kB, or some 200 records. Without the list a
  // Create takes a fifth more of the server's time.
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
