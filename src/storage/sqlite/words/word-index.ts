// Implements the word index on SQLite: FTS5 without the text, over records numbered in the order of their identifiers.
import { type SqlBool, sql } from 'kysely'
import type { WordIndex } from '../../dialect.ts'
import type { Tx } from '../../store.ts'
import { isCommon, prefixTokens, wordTokens } from '../../word-token.ts'
import { stoppable } from '../sql/functions.ts'
import { assignDocid, assignDocids } from './assign-docids.ts'
import { matchExpression } from './match-expression.ts'
import { sqliteNamedSearch, sqliteOrderedSearch } from './ordered-search.ts'
import { type WordStatements, wordStatements } from './word-statements.ts'

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
  // A list that is made once and drives the search by primary key. Its tokens are one tenant's, so ids are enough; pairs
  // (db, id) would make SQLite run the list twice.
  matches(table, alias, prefixes) {
    const index = sql.table(`${table}_words`)
    return sql<SqlBool>`${sql.ref(`${alias}.id`)} in (select d.id from ${index} join ${sql.table(`${table}_doc`)} d on d.doc = ${index}.rowid where ${index} match ${matchExpression(table, prefixes)} and ${stoppable})`
  },
  bind: (db, ...lists) => JSON.stringify(lists.map(prefixes => prefixTokens(db, prefixes))),
  inOrder: sqliteOrderedSearch,
  byName: sqliteNamedSearch,
}

/** Adds to the vocabulary what it does not have; a word stays there when no record has it any more, and then finds nothing. */
function list(tx: Tx, { list: sql }: WordStatements, db: number, tokens: readonly string[]): void {
  const common = tokens.filter(token => isCommon(token, db))
  if (common.length > 0) tx.defer({ sql, params: [common] })
}
