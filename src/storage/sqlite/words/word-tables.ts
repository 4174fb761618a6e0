// Declares the tables of a word index: FTS5 without content, the docids and names of records, and the vocabulary.
import { quoteName } from '../../schema/quote.ts'
import { nearIndexes } from '../../statements/near-words.ts'

interface WordTables {
  /** A docid for each record, in the order of identifiers (see docid.ts), and its name, by which a search can sort its hits. */
  readonly doc: string
  readonly words: string
  /** The table of FTS5 that has a row for each docid in `words`. */
  readonly docsize: string
  /** The words of names and texts that exist or have existed: as tokens, and `bare`, without their tenant. */
  readonly vocabulary: string
}

/** The quoted names of the tables. */
export const wordTables = (table: string): WordTables => ({
  doc: quoteName(`${table}_doc`),
  words: quoteName(`${table}_words`),
  docsize: quoteName(`${table}_words_docsize`),
  vocabulary: quoteName(`${table}_vocabulary`),
})

export function createWordTables(table: string): string[] {
  const { doc, words, vocabulary } = wordTables(table)
  return [
    `CREATE TABLE ${doc} (doc INTEGER PRIMARY KEY, db INTEGER NOT NULL, id TEXT NOT NULL, display_f TEXT, UNIQUE (id, db)) STRICT`,
    `CREATE VIRTUAL TABLE ${words} USING fts5(words, content='', contentless_delete=1, detail=none, tokenize="ascii tokenchars '_'")`,
    `CREATE TABLE ${vocabulary} (word TEXT PRIMARY KEY, db INTEGER NOT NULL, bare TEXT NOT NULL) STRICT, WITHOUT ROWID`,
    ...nearIndexes(table),
  ]
}

export function optimizeWords(table: string): string {
  const { words } = wordTables(table)
  return `INSERT INTO ${words} (${words}) VALUES ('optimize')`
}
