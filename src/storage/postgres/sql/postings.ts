// Declares the postings of a word index: the records of each common word in the order of their identifiers.
import { quoteName } from '../../quote.ts'
import { commonKinds } from '../../word-token.ts'

/** Selects the common words of each record of a word table, whose quoted name is given. */
export function commonWords(words: string): string {
  const kinds = Object.values(commonKinds).map(kind => `'${kind}'`)
  return `SELECT w.db, u.word, w.id FROM ${words} w CROSS JOIN unnest(tsvector_to_array(w.words)) AS u (word)
    WHERE substr(u.word, length(w.db::text) + 2, 1) IN (${kinds})`
}

/** A vacuum after a fiftieth of new rows: a search reads postings from their index alone where a page is known to be visible. */
const seenSoon = '(autovacuum_vacuum_insert_scale_factor = 0.02)'

/** Creates the postings of a table and fills them from its words. New records of a word are next to each other. */
export function createPostings(tableName: string): string[] {
  const [postings, words] = [quoteName(`${tableName}_postings`), quoteName(`${tableName}_words`)]
  return [
    `CREATE TABLE ${postings} (db bigint NOT NULL, word text COLLATE "C" NOT NULL, id text COLLATE "C" NOT NULL, PRIMARY KEY (db, word, id)) WITH ${seenSoon}`,
    `INSERT INTO ${postings} (db, word, id) ${commonWords(words)} ORDER BY 1, 2, 3`,
  ]
}
