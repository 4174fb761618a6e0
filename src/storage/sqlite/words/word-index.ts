// Implements the word index on SQLite: FTS5 without the text, over records numbered in the order of their identifiers.
import { type SqlBool, sql } from 'kysely'
import type { WordIndex } from '../../dialect.ts'
import { bareFrom, isCommon, prefixTokens, termExpression, wordTokens } from '../../statements/word-token.ts'
import type { Tx } from '../../store.ts'
import { stoppable } from '../sql/functions.ts'
import { assignDocid, assignDocids } from './assign-docids.ts'
import { matchExpression } from './match-expression.ts'
import { sqliteNamedSearch, sqliteOrderedSearch } from './ordered-search.ts'
import { type WordStatements, wordStatements } from './word-statements.ts'

const lowestDocid = String(-(2n ** 63n))
const highestDocid = String(2n ** 63n - 1n)

export const sqliteWordIndex: WordIndex = {
  async replace(tx, table, db, { id, words, name = null }) {
    const statements = wordStatements(table)
    if (words.length === 0) {
      tx.defer({ sql: statements.forget, params: [id, db] })
      tx.defer({ sql: statements.free, params: [id, db] })
      return
    }
    const number = await assignDocid(tx, statements, db, id)
    const tokens = wordTokens(db, words)
    tx.defer({ sql: statements.number, params: [number, db, id, name] })
    tx.defer({ sql: statements.write, params: [number, tokens.join(' ')] })
    list(tx, statements, db, tokens)
  },
  async add(tx, table, db, records) {
    if (records.length === 0) return
    const statements = wordStatements(table)
    const tokens = records.map(({ id, words, name = null }) => ({ id, name, words: wordTokens(db, words) }))
    const sorted = tokens.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    const ids = sorted.map(record => record.id)
    const numbers = await assignDocids(tx, statements, db, ids)
    const rows = JSON.stringify(sorted.map(({ id, name, words }, i) => [String(numbers[i]), id, words.join(' '), name]))
    await tx.run({ sql: statements.numberAll, params: [db, rows] })
    await tx.run({ sql: statements.writeAll, params: [rows] })
    list(tx, statements, db, [...new Set(sorted.flatMap(record => record.words))])
  },
  async rebuild(tx, table, db, { after, upTo, records }) {
    const { forgetRange, freeRange } = wordStatements(table)
    for (const sql of [forgetRange, freeRange]) await tx.run({ sql, params: [after, upTo, db] })
    await sqliteWordIndex.add(tx, table, db, records)
  },
  async removeStrays(tx, table, _db, after) {
    const { batchEnd, removeStrays } = wordStatements(table)
    const from = after === '' ? lowestDocid : after
    const [end] = await tx.read({ sql: batchEnd, params: [from], facts: { reads: true } })
    const upTo = end?.[0] as string | undefined
    await tx.run({ sql: removeStrays, params: [from, upTo ?? highestDocid] })
    return upTo ?? null
  },
  // There is one writer.
  holdVocabulary: async () => {},
  async unlist(tx, table, db, words) {
    const { unlist } = wordStatements(table)
    for (const token of wordTokens(db, words))
      if (isCommon(token, db)) await tx.run({ sql: unlist, params: [token, `"${token}"`] })
  },
  shrink: async (tx, table) => (await tx.run({ sql: wordStatements(table).shrink, params: [] })) > 1,
  // One FTS5 index has the entries of all tenants, and a call looks at all of them.
  strayTurnsOf: dbs => dbs.slice(0, 1),
  // The list is computed once and drives the search by primary key. Its tokens belong to one tenant, so ids are enough; pairs
  // (db, id) would make SQLite compute the list twice.
  matches(table, alias, prefixes) {
    const index = sql.table(`${table}_words`)
    return sql<SqlBool>`${sql.ref(`${alias}.id`)} in (select d.id from ${index} join ${sql.table(`${table}_doc`)} d on d.doc = ${index}.rowid where ${index} match ${matchExpression(table, prefixes)} and ${stoppable})`
  },
  bind: (db, ...lists) => JSON.stringify(lists.map(prefixes => prefixTokens(db, prefixes))),
  // A text instead of a list: the expression is ready.
  bindTerms: (db, match, but) => JSON.stringify(termExpression(db, { match, but }, expressionSyntax)),
  matchesPattern: (x, pattern) => sql<SqlBool>`(matches_pattern(${x}, ${pattern}) and ${stoppable})`,
  inOrder: sqliteOrderedSearch,
  byName: sqliteNamedSearch,
}

/** Tokens have no quotes; see word-token.ts. */
const expressionSyntax = {
  term: (token: string, beginning: boolean) => `"${token}"${beginning ? ' *' : ''}`,
  or: ' OR ',
  and: ' AND ',
  not: ' NOT ',
}

/** Adds missing words to the vocabulary. A word stays there when no record has it any more, and then finds nothing. */
function list(tx: Tx, { list: sql }: WordStatements, db: number, tokens: readonly string[]): void {
  const common = tokens.filter(token => isCommon(token, db))
  if (common.length > 0) tx.defer({ sql, params: [db, bareFrom(db), common] })
}
