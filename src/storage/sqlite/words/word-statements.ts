// Holds the SQL texts on the tables of a word index, created once per table.
import { strayBatch } from '../../statements/word-token.ts'
import { wordTables } from './word-tables.ts'

/** The pages of an index that one step rewrites. */
const mergedPages = 2_000

const known = new Map<string, WordStatements>()

export type WordStatements = ReturnType<typeof build>

export function wordStatements(table: string): WordStatements {
  let statements = known.get(table)
  if (!statements) {
    statements = build(table)
    known.set(table, statements)
  }
  return statements
}

function build(table: string) {
  const { doc, words, docsize, vocabulary } = wordTables(table)
  const placed = `SELECT id, CAST(doc AS TEXT), db FROM ${doc}`
  const number = `(SELECT doc FROM ${doc} WHERE id = ? AND db = ?)`
  const rows = 'FROM json_each(?) ORDER BY key'
  const range = `id > ? AND id <= ? AND db = ?`
  const strays = `id > CAST(? AS INTEGER) AND id <= CAST(? AS INTEGER) AND NOT EXISTS (SELECT 1 FROM ${doc} d WHERE d.doc = s.id)`
  return {
    last: `${placed} ORDER BY id DESC, db DESC LIMIT 1`,
    /** The record, or the last one before it in any database; then the first one after it. */
    neighbours: `SELECT *, 0 FROM (${placed} WHERE (id, db) <= (?, ?) ORDER BY id DESC, db DESC LIMIT 1)
      UNION ALL SELECT *, 1 FROM (${placed} WHERE (id, db) > (?, ?) ORDER BY id, db LIMIT 1)`,
    between: `${placed} WHERE (id, db) > (?, ?) AND (id, db) < (?, ?) ORDER BY id, db`,
    number: `INSERT INTO ${doc} (doc, db, id, display_f) VALUES (?, ?, ?, ?) ON CONFLICT (doc) DO UPDATE SET display_f = excluded.display_f`,
    write: `INSERT OR REPLACE INTO ${words} (rowid, words) VALUES (?, ?)`,
    list: `INSERT INTO ${vocabulary} (word, db, bare) SELECT value, ?, substr(value, ?) FROM json_each(?) WHERE true ON CONFLICT DO NOTHING`,
    unlist: `DELETE FROM ${vocabulary} WHERE word = ? AND NOT EXISTS (SELECT 1 FROM ${words} WHERE ${words} MATCH ?)`,
    // A negative number of pages merges all segments; an index that is one segment takes no step.
    shrink: `INSERT INTO ${words} (${words}, rank) VALUES ('merge', -${mergedPages})`,
    forget: `DELETE FROM ${words} WHERE rowid = ${number}`,
    free: `DELETE FROM ${doc} WHERE doc = ${number}`,
    forgetRange: `DELETE FROM ${words} WHERE rowid IN (SELECT doc FROM ${doc} WHERE ${range})`,
    freeRange: `DELETE FROM ${doc} WHERE ${range}`,
    batchEnd: `SELECT CAST(id AS TEXT) FROM ${docsize} WHERE id > CAST(? AS INTEGER) ORDER BY id LIMIT 1 OFFSET ${strayBatch - 1}`,
    removeStrays: `DELETE FROM ${words} WHERE rowid IN (SELECT id FROM ${docsize} s WHERE ${strays})`,
    // FTS5 writes a segment per statement, so one statement takes all rows, in ascending docid order.
    numberAll: `INSERT INTO ${doc} (doc, id, display_f, db) SELECT CAST(value ->> 0 AS INTEGER), value ->> 1, value ->> 3, ? ${rows}`,
    writeAll: `INSERT INTO ${words} (rowid, words) SELECT CAST(value ->> 0 AS INTEGER), value ->> 2 ${rows}`,
  }
}
