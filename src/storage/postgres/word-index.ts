// The word index on PostgreSQL: a tsvector beside each record, under a GIN index.
import { type SqlBool, sql } from 'kysely'
import type { WordIndex } from '../dialect.ts'
import { quoteName } from '../quote.ts'
import { prefixTokens, wordTokens } from '../word-token.ts'

export const postgresWordIndex: WordIndex = {
  // How rare a word is decides between its own index and that of the tenant.
  planByValue: true,
  replace(table, db, id, words) {
    const index = quoteName(`${table}_words`)
    if (words.length === 0) return [{ sql: `DELETE FROM ${index} WHERE db = $1 AND id = $2`, params: [db, id] }]
    return [
      {
        sql: `INSERT INTO ${index} (db, id, words) VALUES ($1, $2, array_to_tsvector($3::text[]))
          ON CONFLICT (db, id) DO UPDATE SET words = excluded.words`,
        params: [db, id, wordTokens(db, words)],
      },
    ]
  },
  // Tokens hold no blanks, so that a list of them is one text.
  add: (table, db, records) => [
    {
      sql: `INSERT INTO ${quoteName(`${table}_words`)} (db, id, words)
        SELECT $1, r.id, array_to_tsvector(string_to_array(r.words, ' ')) FROM unnest($2::text[], $3::text[]) AS r (id, words)`,
      params: [db, records.map(record => record.id), records.map(record => wordTokens(db, record.words).join(' '))],
    },
  ],
  matches: (table, alias, prefixes) =>
    sql<SqlBool>`(${sql.ref(`${alias}.db`)}, ${sql.ref(`${alias}.id`)}) in (select w.db, w.id from ${sql.table(`${table}_words`)} w where w.words @@ ${prefixes}::tsquery)`,
  // Tokens have no quotes or backslashes; see word-token.ts.
  bind: (db, ...lists) => {
    const every = (prefixes: readonly string[]) => prefixTokens(db, prefixes).map(token => `'${token}':*`)
    return lists.map(prefixes => `(${every(prefixes).join(' & ')})`).join(' | ')
  },
}
