// The word index on SQLite: FTS5 without the text, and a table that numbers the records for it.
import { type SqlBool, sql } from 'kysely'
import type { WordIndex } from '../dialect.ts'
import { quoteName } from '../quote.ts'
import { prefixTokens, wordTokens } from '../word-token.ts'

export const sqliteWordIndex: WordIndex = {
  planByValue: false,
  replace(table, db, id, words) {
    const doc = quoteName(`${table}_doc`)
    const index = quoteName(`${table}_words`)
    if (words.length === 0) {
      return [
        {
          sql: `DELETE FROM ${index} WHERE rowid = (SELECT doc FROM ${doc} WHERE db = ? AND id = ?)`,
          params: [db, id],
        },
        { sql: `DELETE FROM ${doc} WHERE db = ? AND id = ?`, params: [db, id] },
      ]
    }
    return [
      { sql: `INSERT INTO ${doc} (db, id) VALUES (?, ?) ON CONFLICT DO NOTHING`, params: [db, id] },
      {
        sql: `INSERT OR REPLACE INTO ${index} (rowid, words) SELECT doc, ? FROM ${doc} WHERE db = ? AND id = ?`,
        params: [wordTokens(db, words).join(' '), db, id],
      },
    ]
  },
  // FTS5 writes a segment of its own for each statement, so one statement takes all; and it wants ascending numbers.
  add(table, db, records) {
    const doc = quoteName(`${table}_doc`)
    const list = JSON.stringify(records.map(({ id, words }) => [id, wordTokens(db, words).join(' ')]))
    return [
      {
        sql: `INSERT INTO ${doc} (db, id) SELECT ?, value ->> 0 FROM json_each(?) ORDER BY key`,
        params: [db, list],
      },
      {
        sql: `INSERT INTO ${quoteName(`${table}_words`)} (rowid, words) SELECT d.doc, r.value ->> 1
          FROM json_each(?) r CROSS JOIN ${doc} d ON d.db = ? AND d.id = r.value ->> 0 ORDER BY d.doc`,
        params: [list, db],
      },
    ]
  },
  // A list that is made once and drives the search by primary key. Its tokens are one tenant's, so ids are enough; pairs
  // (db, id) would make SQLite run the list twice.
  matches(table, alias, prefixes) {
    const index = sql.table(`${table}_words`)
    return sql<SqlBool>`${sql.ref(`${alias}.id`)} in (select d.id from ${index} join ${sql.table(`${table}_doc`)} d on d.doc = ${index}.rowid where ${index} match ${prefixes})`
  },
  bind: (db, ...lists) => {
    const every = (prefixes: readonly string[]) => prefixTokens(db, prefixes).map(token => `"${token}" *`)
    return lists.map(prefixes => `(${every(prefixes).join(' AND ')})`).join(' OR ')
  },
}
