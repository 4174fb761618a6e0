// Declares the tables of a word index: FTS5 without content, the docids and names of records, and the vocabulary.
import { quoteName } from '../../quote.ts'

interface WordTables {
  /** A docid for each record, in the order of identifiers (see docid.ts), and its name, so that a search can sort what it found. */
  readonly doc: string
  readonly words: string
  /** The words of names and texts that exist or have existed. */
  readonly vocabulary: string
}

/** The quoted names of the tables. */
export const wordTables = (table: string): WordTables => ({
  doc: quoteName(`${table}_doc`),
  words: quoteName(`${table}_words`),
  vocabulary: quoteName(`${table}_vocabulary`),
})

export function createWordTables(table: string): string[] {
  const { doc, words, vocabulary } = wordTables(table)
  return [
    `CREATE TABLE ${doc} (doc INTEGER PRIMARY KEY, db INTEGER NOT NULL, id TEXT NOT NULL, display_f TEXT, UNIQUE (id, db)) STRICT`,
    `CREATE VIRTUAL TABLE ${words} USING fts5(words, content='', contentless_delete=1, detail=none, tokenize="ascii tokenchars '_'")`,
    `CREATE TABLE ${vocabulary} (word TEXT PRIMARY KEY) STRICT, WITHOUT ROWID`,
  ]
}

/** Merges the segments of the index into one. */
export function optimizeWords(table: string): string {
  const { words } = wordTables(table)
  return `INSERT INTO ${words} (${words}) VALUES ('optimize')`
}
