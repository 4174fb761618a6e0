// Implements the word index on PostgreSQL: a tsvector beside each record, under a GIN index, and postings of common words.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { NamedSearch, WordIndex, WordRecord } from '../../dialect.ts'
import type { Facts } from '../../facts.ts'
import { quoteName } from '../../quote.ts'
import { RowList } from '../../row-list.ts'
import type { Query, Tx } from '../../store.ts'
import { isCommon, prefixTokens, wordTokens } from '../../word-token.ts'
import { joinPieces } from './compiler.ts'
import { postgresOrderedSearch } from './ordered-search.ts'

interface WordTexts {
  readonly put: { readonly sql: string; readonly facts: Facts }
  readonly post: { readonly sql: string; readonly facts: Facts }
  /** Removes the words of a record, and its postings by them. */
  readonly remove: string
}

const texts = new Map<string, WordTexts>()

/** Made once for each table, since every write of a record needs them. Tokens have no blanks: a list of them is one text. */
function textsOf(table: string): WordTexts {
  let known = texts.get(table)
  if (!known) {
    const [words, postings] = [quoteName(`${table}_words`), quoteName(`${table}_postings`)]
    const rows = '::json) AS r (db bigint, id text, words text, name text)'
    // Plain INSERTs: ON CONFLICT would look for each row first and confirm it afterwards, a third of the time of a posting.
    // Whoever puts the words of a record has created the record or holds its lock, and has removed its former words.
    known = {
      put: insertText([
        `INSERT INTO ${words} (db, id, words, display_f) SELECT r.db, r.id, array_to_tsvector(string_to_array(r.words, ' ')), r.name FROM json_to_recordset(`,
        rows,
      ]),
      post: insertText([
        `INSERT INTO ${postings} (db, word, id) SELECT r.db, u.word, r.id FROM json_to_recordset(`,
        `${rows} CROSS JOIN unnest(string_to_array(r.words, ' ')) AS u (word)`,
      ]),
      remove: `WITH gone AS (DELETE FROM ${words} WHERE db = $1 AND id = $2 RETURNING words)
        DELETE FROM ${postings} p USING gone WHERE p.db = $1 AND p.id = $2 AND p.word = ANY (tsvector_to_array(gone.words))`,
    }
    texts.set(table, known)
  }
  return known
}

const insertText = (pieces: readonly string[]) => ({
  sql: joinPieces(pieces, i => `$${i + 1}`),
  facts: { merge: 'insert', pieces } satisfies Facts,
})

/** The words, and the postings of the common ones among them; rare words are few records, which need no order. */
function putWords(table: string, db: number, records: readonly WordRecord[]): Query[] {
  const { put, post } = textsOf(table)
  const tokens = records.map(({ id, words, name }) => ({ id, words: wordTokens(db, words), name }))
  const rows = tokens.map(({ id, words, name }) => ({ db, id, words: words.join(' '), name }))
  const common = tokens.flatMap(({ id, words }) => {
    const listed = words.filter(token => isCommon(token, db))
    return listed.length === 0 ? [] : [{ db, id, words: listed.join(' ') }]
  })
  const words = { ...put, params: [RowList.of(...rows)] }
  return common.length === 0 ? [words] : [words, { ...post, params: [RowList.of(...common)] }]
}

/** Removes the words that the index has of a record. */
export function removeWords(tx: Tx, table: string, db: number, id: string): void {
  tx.defer({ sql: textsOf(table).remove, params: [db, id] })
}

/** The rows of the index have the names, and are sorted before a record is read. */
const postgresNamedSearch: NamedSearch = {
  entries: table => `${table}_words`,
  lead: () => sql``,
  matches: (_table, alias, prefixes) => hasWords(alias, prefixes),
  noLimit: sql`all`,
}

export const postgresWordIndex: WordIndex = {
  async replace(tx, table, db, record, isNew = false) {
    if (!isNew) removeWords(tx, table, db, record.id)
    if (record.words.length > 0) for (const query of putWords(table, db, [record])) tx.defer(query)
  },
  async add(tx, table, db, records) {
    for (const query of putWords(table, db, records)) await tx.run(query)
  },
  matches,
  /** The query for the word index, and the prefixes whose postings can lead a search: all of one list, or none. */
  bind: (db, ...lists) => {
    const tokens = lists.map(prefixes => prefixTokens(db, prefixes))
    const [only = []] = tokens
    const led = tokens.length === 1 && only.every(token => isCommon(token, db))
    return JSON.stringify({ q: tokens.map(queryOf).join(' | '), p: led ? only : [] })
  },
  inOrder: postgresOrderedSearch,
  byName: postgresNamedSearch,
}

const hasWords = (alias: string, prefixes: unknown): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(`${alias}.words`)} @@ (${prefixes}::json ->> 'q')::tsquery`

/** Tokens have no quotes or backslashes; see word-token.ts. */
const queryOf = (tokens: readonly string[]): string => `(${tokens.map(token => `'${token}':*`).join(' & ')})`

function matches(table: string, alias: string, prefixes: unknown, db: unknown): RawBuilder<SqlBool> {
  const found = sql`select w.db, w.id from ${sql.table(`${table}_words`)} w where w.db = ${db} and ${hasWords('w', prefixes)}`
  return sql<SqlBool>`(${sql.ref(`${alias}.db`)}, ${sql.ref(`${alias}.id`)}) in (${found})`
}
