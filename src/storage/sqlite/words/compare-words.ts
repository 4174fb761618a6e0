// Compares the word index of a table with the words of its rows, by one sum over the tokens of each record.
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { quoteName } from '../../schema/quote.ts'
import { isCommon } from '../../statements/word-token.ts'
import type { Row, Scalar } from '../../store.ts'
import type { Table } from '../../table.ts'
import { translate } from '../failures.ts'
import { wordTables } from './word-tables.ts'

type TokensOf = (row: Row) => readonly string[]

/**
 * FTS5 stores no text, so the tokens of one record cannot be read; the vocabulary lists all pairs of token and docid in the
 * order of tokens. The sum over the tokens of a row, minus those of the index, is 0 for a record whose words agree. One
 * transaction reads everything, beside writers, and blocks this thread: for the command line only.
 */
export function compareWords(path: string, table: Table, tokensOf: TokensOf): string[] {
  const database = new DatabaseSync(path, { readOnly: true, timeout: 5_000 })
  try {
    const { words } = wordTables(table.name)
    database.exec(`CREATE VIRTUAL TABLE temp.tokens USING fts5vocab(main, ${words}, instance)`)
    database.exec('BEGIN')
    return [...compareRecords(database, table, tokensOf), ...compareVocabulary(database, table)]
  } catch (error) {
    throw translate(error)
  } finally {
    database.close()
  }
}

function compareRecords(database: DatabaseSync, table: Table, tokensOf: TokensOf): string[] {
  const { doc } = wordTables(table.name)
  const { docids, sums } = sumRows(database, table, tokensOf)
  let strange = 0
  for (const [token, docid] of iterate(database, 'SELECT term, doc FROM temp.tokens')) {
    const at = placeOf(docids, docid as bigint)
    if (at < 0) strange++
    else sums[at] = (sums[at] as number) - sumOf(token as string)
  }
  const differing = sums.findIndex(sum => sum !== 0)
  const count = sums.reduce((total, sum) => total + (sum === 0 ? 0 : 1), 0)
  const id =
    differing < 0 ? null : database.prepare(`SELECT id FROM ${doc} WHERE doc = ?`).get(docids[differing] as bigint)
  return [
    ...(count > 0 ? [`the word index of ${table.name} differs from ${count} of its rows, first from ${id?.id}`] : []),
    ...(strange > 0 ? [`the word index of ${table.name} has ${strange} words of records that do not exist`] : []),
    ...otherNames(database, table),
    ...missingRows(database, table, tokensOf),
  ]
}

/** The docids in ascending order, each with the sum over the tokens of its row; 0 for a deleted row. */
function sumRows(database: DatabaseSync, table: Table, tokensOf: TokensOf) {
  const { doc } = wordTables(table.name)
  const count = Number(database.prepare(`SELECT count(*) AS n FROM ${doc}`).get()?.n)
  const docids = new BigInt64Array(count)
  const sums = new Int32Array(count)
  const columns = textColumns(table)
  const sql = `SELECT d.doc, d.db, ${columns.map(name => `t.${quoteName(name)}`)} FROM ${doc} d
    LEFT JOIN ${quoteName(table.name)} t ON t.db = d.db AND t.id = d.id AND t.deleted IS NULL ORDER BY d.doc`
  let at = 0
  for (const [docid, db, ...values] of iterate(database, sql)) {
    const row = rowOf(columns, db as bigint, values)
    docids[at] = docid as bigint
    if (row.id !== null) sums[at] = tokensOf(row).reduce((sum, token) => sum + sumOf(token), 0)
    at++
  }
  return { docids, sums }
}

/** A search in the order of names reads the names from the index. */
function otherNames(database: DatabaseSync, { name }: Table): string[] {
  const sql = `SELECT count(*) AS n FROM ${wordTables(name).doc} d JOIN ${quoteName(name)} t ON t.db = d.db AND t.id = d.id
    WHERE t.display_f IS NOT d.display_f`
  const { n } = database.prepare(sql).get() as { n: number }
  return n > 0 ? [`the word index of ${name} has other names than ${n} of its rows`] : []
}

/** Rows that have words and no docid: no search finds them. */
function missingRows(database: DatabaseSync, table: Table, tokensOf: TokensOf): string[] {
  const { doc } = wordTables(table.name)
  const columns = textColumns(table)
  const sql = `SELECT t.db, ${columns.map(name => `t.${quoteName(name)}`)} FROM ${quoteName(table.name)} t
    WHERE t.deleted IS NULL AND NOT EXISTS (SELECT 1 FROM ${doc} d WHERE d.id = t.id AND d.db = t.db)`
  let missing = 0
  for (const [db, ...values] of iterate(database, sql)) {
    if (tokensOf(rowOf(columns, db as bigint, values)).length > 0) missing++
  }
  return missing > 0 ? [`the word index of ${table.name} lacks ${missing} of its rows`] : []
}

/** A search for a prefix finds no record by a word that the vocabulary lacks. */
function compareVocabulary(database: DatabaseSync, table: Table): string[] {
  const { vocabulary } = wordTables(table.name)
  const listed = database.prepare(`SELECT 1 FROM ${vocabulary} WHERE word = ?`)
  let missing = 0
  let before: Scalar = null
  for (const [token] of iterate(database, 'SELECT term FROM temp.tokens')) {
    if (token === before) continue
    before = token as string
    if (isCommon(before, Number.parseInt(before, 10)) && listed.get(before) === undefined) missing++
  }
  return missing > 0 ? [`the vocabulary of ${table.name} lacks ${missing} words`] : []
}

const textColumns = (table: Table): string[] =>
  table.columns.filter(column => column.type === 'text').map(column => column.name)

const rowOf = (columns: readonly string[], db: bigint, values: readonly Scalar[]): Row => ({
  db: Number(db),
  ...Object.fromEntries(columns.map((name, i) => [name, values[i] as Scalar])),
})

function iterate(database: DatabaseSync, sql: string): Iterable<Scalar[]> {
  const statement: StatementSync = database.prepare(sql)
  statement.setReturnArrays(true)
  // Docids are beyond 2^53.
  statement.setReadBigInts(true)
  return statement.iterate() as unknown as Iterable<Scalar[]>
}

/** A 32-bit FNV-1a hash. Sums wrap around in an Int32Array. */
function sumOf(token: string): number {
  let sum = 0x811c9dc5
  for (let i = 0; i < token.length; i++) sum = Math.imul(sum ^ token.charCodeAt(i), 0x01000193)
  return sum
}

function placeOf(docids: BigInt64Array, docid: bigint): number {
  let low = 0
  let high = docids.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const found = docids[middle] as bigint
    if (found === docid) return middle
    if (found < docid) low = middle + 1
    else high = middle - 1
  }
  return -1
}
