// Implements the word index on PostgreSQL: a tsvector beside each record, under a GIN index.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { WordIndex, WordRecord } from '../../dialect.ts'
import type { Facts } from '../../facts.ts'
import { quoteName } from '../../quote.ts'
import { RowList } from '../../row-list.ts'
import type { Query } from '../../store.ts'
import { prefixTokens, wordTokens } from '../../word-token.ts'
import { joinPieces } from './compiler.ts'

const texts = new Map<string, { sql: string; facts: Facts }>()

/** Made once for each table, since every write of a record needs it. Tokens have no blanks: a list of them is one text. */
function putText(table: string): { sql: string; facts: Facts } {
  let text = texts.get(table)
  if (!text) {
    const into = `INSERT INTO ${quoteName(`${table}_words`)} (db, id, words) SELECT r.db, r.id, array_to_tsvector(string_to_array(r.words, ' '))`
    const pieces = [
      `${into} FROM json_to_recordset(`,
      '::json) AS r (db bigint, id text, words text) ON CONFLICT (db, id) DO UPDATE SET words = excluded.words',
    ]
    // A record's words are replaced once in a transaction before anything is read again, so no other statement of the
    // transaction writes the same row.
    text = { sql: joinPieces(pieces, i => `$${i + 1}`), facts: { merge: 'insert', pieces } }
    texts.set(table, text)
  }
  return text
}

function putWords(table: string, db: number, records: readonly WordRecord[]): Query {
  const rows = records.map(({ id, words }) => ({ db, id, words: wordTokens(db, words).join(' ') }))
  return { ...putText(table), params: [RowList.of(...rows)] }
}

export const postgresWordIndex: WordIndex = {
  // How rare a word is decides between its own index and that of the tenant.
  plansByWords: true,
  async replace(tx, table, db, id, words) {
    const index = quoteName(`${table}_words`)
    if (words.length === 0) tx.defer({ sql: `DELETE FROM ${index} WHERE db = $1 AND id = $2`, params: [db, id] })
    else tx.defer(putWords(table, db, [{ id, words }]))
  },
  async add(tx, table, db, records) {
    await tx.run(putWords(table, db, records))
  },
  matches,
  // Tokens have no quotes or backslashes; see word-token.ts.
  bind: (db, ...lists) => {
    const every = (prefixes: readonly string[]) => prefixTokens(db, prefixes).map(token => `'${token}':*`)
    return lists.map(prefixes => `(${every(prefixes).join(' & ')})`).join(' | ')
  },
  // A GIN index collects all that it finds before it gives the first, so the order is that of the table's own key.
  inOrder: {
    lead: () => sql``,
    matches,
    order: (_table, alias) => sql.ref(`${alias}.id`),
    beyond: () => null,
  },
}

function matches(table: string, alias: string, prefixes: unknown, db: unknown): RawBuilder<SqlBool> {
  const found = sql`select w.db, w.id from ${sql.table(`${table}_words`)} w where w.db = ${db} and w.words @@ ${prefixes}::tsquery`
  return sql<SqlBool>`(${sql.ref(`${alias}.db`)}, ${sql.ref(`${alias}.id`)}) in (${found})`
}
