// Declares the postings of a word index, the records of each common word in the order of their identifiers, and its vocabulary.
import { quoteName } from '../../schema/quote.ts'
import { nearIndexes } from '../../statements/near-words.ts'
import { commonKinds } from '../../statements/word-token.ts'

/** Selects the common words of each record; `words` is the quoted name of the word table. */
export function commonWords(words: string): string {
  const kinds = Object.values(commonKinds).map(kind => `'${kind}'`)
  return `SELECT w.db, u.word, w.id FROM ${words} w CROSS JOIN unnest(tsvector_to_array(w.words)) AS u (word)
    WHERE substr(u.word, length(w.db::text) + 2, 1) IN (${kinds})`
}

/** Vacuums after 2 % of new rows: a search needs only the index of the postings for pages that the vacuum has marked visible. */
const seenSoon = '(autovacuum_vacuum_insert_scale_factor = 0.02)'

/** Creates the postings of a table and fills them from its words. New records of a word are adjacent. */
export function createPostings(tableName: string): string[] {
  const [postings, words] = [quoteName(`${tableName}_postings`), quoteName(`${tableName}_words`)]
  return [
    `CREATE TABLE ${postings} (db bigint NOT NULL, word text COLLATE "C" NOT NULL, id text COLLATE "C" NOT NULL, PRIMARY KEY (db, word, id)) WITH ${seenSoon}`,
    `INSERT INTO ${postings} (db, word, id) ${commonWords(words)} ORDER BY 1, 2, 3`,
  ]
}

/** Creates the vocabulary of a table and fills it from its postings. A word stays there when no record has it any more. */
export function createVocabulary(tableName: string): string[] {
  const [vocabulary, postings] = [quoteName(`${tableName}_vocabulary`), quoteName(`${tableName}_postings`)]
  return [
    `CREATE TABLE ${vocabulary} (db bigint NOT NULL, bare text COLLATE "C" NOT NULL, PRIMARY KEY (db, bare))`,
    `INSERT INTO ${vocabulary} (db, bare) SELECT DISTINCT p.db, ${bareOf('p')} FROM ${postings} p`,
    ...nearIndexes(tableName),
  ]
}

/** The word of a token without its tenant; `row` has the columns `db` and `word`. */
export const bareOf = (row: string): string => `substr(${row}.word, length(${row}.db::text) + 2)`
