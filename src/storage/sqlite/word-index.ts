// The word index on SQLite: FTS5 without the text, and a table that numbers the records for it.
import { type SqlBool, sql } from 'kysely'
import type { WordIndex } from '../dialect.ts'
import { quoteName } from '../quote.ts'
import { prefixTokens, wordTokens } from '../word-token.ts'

export const sqliteWordIndex: WordIndex = {
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
  // A list that is made once and drives the search by primary key. Its tokens are one tenant's, so ids are enough; pairs
  // (db, id) would make SQLite run the list twice.
  matches(table, alias, prefixes) {
    const index = sql.table(`${table}_words`)
    return sql<SqlBool>`${sql.ref(`${alias}.id`)} in (select d.id from ${index} join ${sql.table(`${table}_doc`)} d on d.doc = ${index}.rowid where ${index} match ${prefixes})`
  },
  bind: (db, prefixes) =>
    prefixTokens(db, prefixes)
      .map(token => `"${token}" *`)
      .join(' AND '),
}
