// The word index on PostgreSQL: a tsvector beside each record, under a GIN index.
import { type SqlBool, sql } from 'kysely'
import type { WordIndex, WordRecord } from '../../dialect.ts'
import { quoteName } from '../../quote.ts'
import { RowList } from '../../row-list.ts'
import type { Query } from '../../store.ts'
import { prefixTokens, wordTokens } from '../../word-token.ts'

// Tokens hold no blanks, so that a list of them is one text.
function putWords(table: string, db: number, records: readonly WordRecord[]): Query {
  const rows = records.map(({ id, words }) => ({ db, id, words: wordTokens(db, words).join(' ') }))
  return {
    sql: `INSERT INTO ${quoteName(`${table}_words`)} (db, id, words)
      SELECT r.db, r.id, array_to_tsvector(string_to_array(r.words, ' '))
      FROM json_to_recordset($1::json) AS r (db bigint, id text, words text)
      ON CONFLICT (db, id) DO UPDATE SET words = excluded.words`,
    params: [RowList.of(...rows)],
  }
}

export const postgresWordIndex: WordIndex = {
  // How rare a word is decides between its own index and that of the tenant.
  planByValue: true,
  async replace(tx, table, db, id, words) {
    const index = quoteName(`${table}_words`)
    if (words.length === 0) tx.later({ sql: `DELETE FROM ${index} WHERE db = $1 AND id = $2`, params: [db, id] })
    // A record's words are replaced once before anything is read again, so nothing else writes the same row.
    else tx.add(putWords(table, db, [{ id, words }]))
  },
  async add(tx, table, db, records) {
    await tx.run(putWords(table, db, records))
  },
  matches: (table, alias, prefixes) =>
    sql<SqlBool>`(${sql.ref(`${alias}.db`)}, ${sql.ref(`${alias}.id`)}) in (select w.db, w.id from ${sql.table(`${table}_words`)} w where w.words @@ ${prefixes}::tsquery)`,
  // Tokens have no quotes or backslashes; see word-token.ts.
  bind: (db, ...lists) => {
    const every = (prefixes: readonly string[]) => prefixTokens(db, prefixes).map(token => `'${token}':*`)
    return lists.map(prefixes => `(${every(prefixes).join(' & ')})`).join(' | ')
  },
  // A GIN index gathers what it finds before it gives the first.
  inOrder: null,
}
