// For stores that numbered the records of a word index as they came: the same words under numbers in the order of identifiers.
import { quoteName } from '../../quote.ts'
import type { Tx } from '../../store.ts'
import { commonKinds } from '../../word-token.ts'
import { docidsInSql } from './docid.ts'
import { createWordTables, optimizeWords, wordTables } from './word-tables.ts'

export async function renumberWords(tx: Tx): Promise<void> {
  const found = await tx.arrays({
    sql: `SELECT substr(name, 1, length(name) - length('_words')) FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL TABLE%fts5%' AND name LIKE '%\\_words' ESCAPE '\\'`,
    params: [],
  })
  for (const [table] of found) for (const sql of statements(table as string)) await tx.run({ sql, params: [] })
}

/** The index does not hold the texts, but it can list its terms, record by record. */
function statements(table: string): string[] {
  const { doc, words, vocabulary } = wordTables(table)
  const [oldDoc, oldWords] = [quoteName(`${table}_doc_before`), quoteName(`${table}_words_before`)]
  const terms = `temp.${quoteName(`${table}_terms`)}`
  const kinds = Object.values(commonKinds).map(kind => `'${kind}'`)
  return [
    `ALTER TABLE ${doc} RENAME TO ${oldDoc}`,
    `ALTER TABLE ${words} RENAME TO ${oldWords}`,
    ...createWordTables(table),
    `INSERT INTO ${doc} (doc, db, id) SELECT ${docidsInSql()}, db, id
      FROM (SELECT db, id, row_number() OVER (ORDER BY id, db) AS n FROM ${oldDoc})`,
    `CREATE VIRTUAL TABLE ${terms} USING fts5vocab(main, ${oldWords}, instance)`,
    `INSERT INTO ${words} (rowid, words) SELECT d.doc, r.words
      FROM (SELECT doc, group_concat(term, ' ') AS words FROM ${terms} GROUP BY doc) AS r
      CROSS JOIN ${oldDoc} AS o ON o.doc = r.doc CROSS JOIN ${doc} AS d ON d.id = o.id AND d.db = o.db ORDER BY d.doc`,
    `INSERT INTO ${vocabulary} SELECT DISTINCT term FROM ${terms}
      WHERE substr(term, instr(term, '_') + 1, 1) IN (${kinds.join(', ')})`,
    optimizeWords(table),
    `DROP TABLE ${terms}`,
    `DROP TABLE ${oldWords}`,
    `DROP TABLE ${oldDoc}`,
  ]
}
