// Puts words into the word index of PostgreSQL by VALUES lists.
import type { WordIndex, WordRecord } from '../../dialect.ts'
import { quoteName } from '../../schema/quote.ts'
import type { ValuesList } from '../../statements/facts.ts'
import { bareFrom, isCommon, wordTokens } from '../../statements/word-token.ts'
import type { Query, Scalar } from '../../store.ts'
import { joinValues, valuesStatement } from '../sql/values-list.ts'
import { postgresWordIndex, rebuildBy, removeWords } from '../sql/word-index.ts'

interface PutStatements {
  readonly list: ValuesList
  readonly one: (row: readonly Scalar[]) => Query
}

type Puts = Readonly<Record<'words' | 'postings' | 'vocabulary', PutStatements>>

const puts = new Map<string, Puts>()

const putBy = (list: ValuesList): PutStatements => ({ list, one: valuesStatement(list, 0) })

function putsOf(table: string): Puts {
  let known = puts.get(table)
  if (!known) {
    known = {
      words: putBy({
        head: `insert into ${quoteName(`${table}_words`)} (db, id, words, display_f) values `,
        row: ['(', ', ', ', array_to_tsvector(string_to_array(', `, ' ')), `, ')'],
      }),
      postings: putBy({
        head: `insert into ${quoteName(`${table}_postings`)} (db, word, id) values `,
        row: ['(', ', ', ', ', ')'],
      }),
      vocabulary: putBy({
        head: `insert into ${quoteName(`${table}_vocabulary`)} (db, bare) values `,
        row: ['(', ', ', ')'],
        tail: ' on conflict do nothing',
      }),
    }
    puts.set(table, known)
  }
  return known
}

interface WordRows {
  readonly words: Scalar[]
  readonly postings: Scalar[][]
  readonly vocabulary: Scalar[][]
}

/** The row of a record's words, and for each word that has postings its posting and its entry of the vocabulary. */
function rowsOf(db: number, { id, words, name = null }: WordRecord): WordRows {
  const tokens = wordTokens(db, words)
  const common = tokens.filter(token => isCommon(token, db))
  return {
    words: [db, id, tokens.join(' '), name],
    postings: common.map(token => [db, token, id]),
    vocabulary: common.map(token => [db, token.slice(bareFrom(db) - 1)]),
  }
}

const add: WordIndex['add'] = async (tx, table, db, records) => {
  const put = putsOf(table)
  const rows = records.map(record => rowsOf(db, record))
  const words = joinValues(
    put.words.list,
    rows.map(row => row.words),
  )
  const postings = joinValues(
    put.postings.list,
    rows.flatMap(row => row.postings),
  )
  const listed = new Map(rows.flatMap(row => row.vocabulary.map(entry => [String(entry[1]), entry] as const)))
  const inOrder = [...listed].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry)
  const vocabulary = joinValues(put.vocabulary.list, inOrder)
  for (const { query } of [...words, ...postings, ...vocabulary]) await tx.run(query)
}

export const citusWordIndex: WordIndex = {
  ...postgresWordIndex,
  async replace(tx, table, db, record, isNew = false) {
    if (!isNew) removeWords(tx, table, db, record.id)
    if (record.words.length === 0) return
    const put = putsOf(table)
    const rows = rowsOf(db, record)
    tx.defer(put.words.one(rows.words))
    for (const row of rows.postings) tx.defer(put.postings.one(row))
    for (const row of rows.vocabulary) tx.defer(put.vocabulary.one(row))
  },
  add,
  rebuild: rebuildBy(add),
}
