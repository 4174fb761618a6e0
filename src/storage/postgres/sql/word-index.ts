// Implements the word index on PostgreSQL: a tsvector beside each record, under a GIN index, and postings of common words.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { afterAllIds, type NamedSearch, type WordIndex, type WordRange, type WordRecord } from '../../dialect.ts'
import { quoteName } from '../../schema/quote.ts'
import type { Facts } from '../../statements/facts.ts'
import { RowList } from '../../statements/row-list.ts'
import {
  bareFrom,
  isCommon,
  prefixTokens,
  strayBatch,
  termExpression,
  wordTokens,
} from '../../statements/word-token.ts'
import type { Query, Tx } from '../../store.ts'
import { joinPieces } from './compiler.ts'
import { postgresOrderedSearch } from './ordered-search.ts'

interface WordTexts {
  readonly put: { readonly sql: string; readonly facts: Facts }
  readonly post: { readonly sql: string; readonly facts: Facts }
  /** Adds the missing words to the vocabulary, in one order for all writers, so that they wait for one another in that order. */
  readonly list: { readonly sql: string; readonly facts: Facts }
  /** Removes the words of a record, and its postings by them. */
  readonly remove: string
  /** Removes the words of a range of records, and returns them. */
  readonly removeRange: string
  /** Removes the postings of a range of records by a list of words. */
  readonly removePostings: string
  readonly batchEnd: string
  readonly holdVocabulary: string
  /** Removes words of a list from the vocabulary that no record has. */
  readonly unlist: string
  readonly removeStrays: string
}

const texts = new Map<string, WordTexts>()

/** Cached per table, since every write of a record needs them. Tokens contain no blanks, so a list of them is one text. */
function textsOf(table: string): WordTexts {
  let known = texts.get(table)
  if (!known) {
    const [words, postings] = [quoteName(`${table}_words`), quoteName(`${table}_postings`)]
    const vocabulary = quoteName(`${table}_vocabulary`)
    const rows = '::json) AS r (db bigint, id text, words text, name text)'
    // Plain INSERTs: the checks of ON CONFLICT would take a third of the time of a posting. No row can exist, since the
    // transaction has created the record, or has locked it and removed its former words.
    known = {
      put: insertText([
        `INSERT INTO ${words} (db, id, words, display_f) SELECT r.db, r.id, array_to_tsvector(string_to_array(r.words, ' ')), r.name FROM json_to_recordset(`,
        rows,
      ]),
      post: insertText([
        `INSERT INTO ${postings} (db, word, id) SELECT r.db, u.word, r.id FROM json_to_recordset(`,
        `${rows} CROSS JOIN unnest(string_to_array(r.words, ' ')) AS u (word)`,
      ]),
      list: insertText([
        `INSERT INTO ${vocabulary} (db, bare) SELECT DISTINCT r.db, substr(u.word, length(r.db::text) + 2) FROM json_to_recordset(`,
        `${rows} CROSS JOIN unnest(string_to_array(r.words, ' ')) AS u (word) ORDER BY 1, 2 ON CONFLICT DO NOTHING`,
      ]),
      remove: `WITH gone AS (DELETE FROM ${words} WHERE db = $1 AND id = $2 RETURNING words)
        DELETE FROM ${postings} p USING gone WHERE p.db = $1 AND p.id = $2 AND p.word = ANY (tsvector_to_array(gone.words))`,
      ...rangeTexts(table, words, postings),
      // A writer of words holds a weaker lock of the table until its transaction ends.
      holdVocabulary: `LOCK TABLE ${vocabulary} IN SHARE ROW EXCLUSIVE MODE`,
      unlist: `DELETE FROM ${vocabulary} v WHERE v.db = $1 AND v.bare = ANY ($2::text[])
        AND NOT EXISTS (SELECT 1 FROM ${postings} p WHERE p.db = $1 AND p.word = $3 || v.bare)`,
    }
    texts.set(table, known)
  }
  return known
}

/** Each text names its tenant, and bounds its range by an index. */
function rangeTexts(table: string, words: string, postings: string) {
  // A row that was added after the others were locked has its words from its writer.
  const isLockedOrGone = (id: string) =>
    `(${id} = ANY ($4::text[]) OR NOT EXISTS (SELECT 1 FROM ${quoteName(table)} r WHERE r.db = $1 AND r.id = ${id}))`
  return {
    removeRange: `DELETE FROM ${words} w WHERE w.db = $1 AND w.id > $2 AND w.id <= $3 AND ${isLockedOrGone('w.id')}
      RETURNING array_to_string(tsvector_to_array(w.words), ' ')`,
    // The key of a posting begins with its word: each word leads to the postings of the range.
    removePostings: `DELETE FROM ${postings} p WHERE p.db = $1 AND p.word = ANY ($5::text[]) AND p.id > $2 AND p.id <= $3
      AND ${isLockedOrGone('p.id')}`,
    batchEnd: `SELECT p.word, p.id FROM ${postings} p WHERE p.db = $1 AND (p.word, p.id) > ($2, $3)
      ORDER BY p.word, p.id LIMIT 1 OFFSET ${strayBatch - 1}`,
    removeStrays: `DELETE FROM ${postings} p WHERE p.db = $1 AND (p.word, p.id) > ($2, $3) AND (p.word, p.id) <= ($4, $5)
      AND NOT EXISTS (SELECT 1 FROM ${words} w WHERE w.db = $1 AND w.id = p.id AND p.word = ANY (tsvector_to_array(w.words)))`,
  }
}

const insertText = (pieces: readonly string[]) => ({
  sql: joinPieces(pieces, i => `$${i + 1}`),
  facts: { merge: 'insert', pieces } satisfies Facts,
})

/** Only common words get postings: a rare word has few records, which need no order. */
function putWords(table: string, db: number, records: readonly WordRecord[]): Query[] {
  const { put, post, list } = textsOf(table)
  const tokens = records.map(({ id, words, name }) => ({ id, words: wordTokens(db, words), name }))
  const rows = tokens.map(({ id, words, name }) => ({ db, id, words: words.join(' '), name }))
  const common = tokens.flatMap(({ id, words }) => {
    const listed = words.filter(token => isCommon(token, db))
    return listed.length === 0 ? [] : [{ db, id, words: listed.join(' ') }]
  })
  const words = { ...put, params: [RowList.of(...rows)] }
  if (common.length === 0) return [words]
  return [words, { ...post, params: [RowList.of(...common)] }, { ...list, params: [RowList.of(...common)] }]
}

export function removeWords(tx: Tx, table: string, db: number, id: string): void {
  tx.defer({ sql: textsOf(table).remove, params: [db, id] })
}

/** Removes what the index has of a range of records, and the postings that are in the way of `words`, the new ones. */
async function removeRange(tx: Tx, table: string, db: number, range: WordRange): Promise<void> {
  const { removeRange, removePostings } = textsOf(table)
  const bounds = [db, range.after, range.upTo, range.locked] as const
  const removed = await tx.read({ sql: removeRange, params: bounds })
  const words = new Set(removed.flatMap(([list]) => String(list).split(' ')))
  for (const record of range.records) for (const token of wordTokens(db, record.words)) words.add(token)
  const common = [...words].filter(token => isCommon(token, db))
  if (common.length > 0) await tx.run({ sql: removePostings, params: [...bounds, common] })
}

async function removeStrays(tx: Tx, table: string, db: number, after: string): Promise<string | null> {
  const { batchEnd, removeStrays } = textsOf(table)
  const [word = '', id = ''] = after.split(' ')
  const [end] = await tx.read({ sql: batchEnd, params: [db, word, id], facts: { reads: true } })
  const upTo = (end ?? [afterAllIds, '']) as [string, string]
  await tx.run({ sql: removeStrays, params: [db, word, id, ...upTo] })
  return end ? upTo.join(' ') : null
}

/** How an index is rebuilt by its own way of adding records. */
export const rebuildBy =
  (add: WordIndex['add']): WordIndex['rebuild'] =>
  async (tx, table, db, range) => {
    await removeRange(tx, table, db, range)
    if (range.records.length > 0) await add(tx, table, db, range.records)
  }

/** The index stores the names, so hits are sorted before a record is read. */
const postgresNamedSearch: NamedSearch = {
  entries: table => `${table}_words`,
  lead: () => sql``,
  matches: (_table, alias, prefixes) => hasWords(alias, prefixes),
  noLimit: sql`all`,
  lostByJoin: keys => keys,
}

const add: WordIndex['add'] = async (tx, table, db, records) => {
  for (const query of putWords(table, db, records)) await tx.run(query)
}

export const postgresWordIndex: WordIndex = {
  async replace(tx, table, db, record, isNew = false) {
    if (!isNew) removeWords(tx, table, db, record.id)
    if (record.words.length > 0) for (const query of putWords(table, db, [record])) tx.defer(query)
  },
  add,
  rebuild: rebuildBy(add),
  removeStrays,
  holdVocabulary: async (tx, table) => {
    await tx.run({ sql: textsOf(table).holdVocabulary, params: [] })
  },
  async unlist(tx, table, db, words) {
    const bare = wordTokens(db, words).flatMap(token => (isCommon(token, db) ? [token.slice(bareFrom(db) - 1)] : []))
    if (bare.length > 0) await tx.run({ sql: textsOf(table).unlist, params: [db, bare, `${db}_`] })
  },
  // VACUUM of the server removes what deleted rows have left.
  shrink: async () => false,
  strayTurnsOf: dbs => dbs,
  matches,
  /** The query for the word index, and the prefixes whose postings can lead a search: all of one list, or none. */
  bind: (db, ...lists) => {
    const tokens = lists.map(prefixes => prefixTokens(db, prefixes))
    const [only = []] = tokens
    const led = tokens.length === 1 && only.every(token => isCommon(token, db))
    return JSON.stringify({ q: tokens.map(queryOf).join(' | '), p: led ? only : [] })
  },
  bindTerms: (db, match, but) => JSON.stringify({ q: termExpression(db, { match, but }, querySyntax), p: [] }),
  matchesPattern: (x, pattern) => sql<SqlBool>`${x} ~ ${pattern}`,
  inOrder: postgresOrderedSearch,
  byName: postgresNamedSearch,
}

const hasWords = (alias: string, prefixes: unknown): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(`${alias}.words`)} @@ (${prefixes}::json ->> 'q')::tsquery`

/** Tokens have no quotes or backslashes; see word-token.ts. */
const queryOf = (tokens: readonly string[]): string => `(${tokens.map(token => `'${token}':*`).join(' & ')})`

const querySyntax = {
  term: (token: string, beginning: boolean) => `'${token}'${beginning ? ':*' : ''}`,
  or: ' | ',
  and: ' & ',
  not: ' & !',
}

function matches(table: string, alias: string, prefixes: unknown, db: unknown): RawBuilder<SqlBool> {
  const found = sql`select w.db, w.id from ${sql.table(`${table}_words`)} w where w.db = ${db} and ${hasWords('w', prefixes)}`
  return sql<SqlBool>`(${sql.ref(`${alias}.db`)}, ${sql.ref(`${alias}.id`)}) in (${found})`
}
