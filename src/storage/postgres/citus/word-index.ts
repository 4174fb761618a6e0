// Puts words into the word index of PostgreSQL by VALUES lists.
import type { WordIndex, WordRecord } from '../../dialect.ts'
import type { ValuesList } from '../../facts.ts'
import { quoteName } from '../../quote.ts'
import type { Query, Scalar } from '../../store.ts'
import { isCommon, wordTokens } from '../../word-token.ts'
import { postgresWordIndex, removeWords } from '../sql/word-index.ts'
import { joinValues, valuesStatement } from './values-list.ts'

interface Put {
  readonly list: ValuesList
  readonly one: (row: readonly Scalar[]) => Query
}

const puts = new Map<string, { readonly words: Put; readonly postings: Put }>()

const putBy = (list: ValuesList): Put => ({ list, one: valuesStatement(list, 0) })

function putsOf(table: string): { readonly words: Put; readonly postings: Put } {
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
    }
    puts.set(table, known)
  }
  return known
}

/** The row of the words of a record, and one for each word that has postings. */
function rowsOf(db: number, { id, words, name = null }: WordRecord): { words: Scalar[]; postings: Scalar[][] } {
  const tokens = wordTokens(db, words)
  const common = tokens.filter(token => isCommon(token, db))
  return { words: [db, id, tokens.join(' '), name], postings: common.map(token => [db, token, id]) }
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
  },
  async add(tx, table, db, records) {
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
    for (const { query } of [...words, ...postings]) await tx.run(query)
  },
}
