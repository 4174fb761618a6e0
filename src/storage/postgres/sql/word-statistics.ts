// How much PostgreSQL remembers of the words of a table, by which it tells rare ones from common ones.
import { quoteName } from '../../quote.ts'
import type { Tx } from '../../store.ts'

/**
 * Of a word that it does not remember the planner believes that it is about as frequent as the rarest that it does. With
 * its usual 100, in a million records, that is some hundreds of them: it then goes through all records in the order asked
 * for, expecting to have found enough of them soon, and a word that one record has takes it 300 ms.
 */
const target = 500

export const statisticsOfWords = (index: string): string =>
  `ALTER TABLE ${quoteName(index)} ALTER COLUMN words SET STATISTICS ${target}`

/** For word indexes that were made without. */
export async function gatherWordStatistics(tx: Tx): Promise<void> {
  const indexes = await tx.arrays({
    sql: `SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
      WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND a.attname = 'words' AND a.atttypid = 'tsvector'::regtype`,
    params: [],
  })
  for (const [index] of indexes) {
    for (const sql of [statisticsOfWords(index as string), `ANALYZE ${quoteName(index as string)}`]) {
      await tx.run({ sql, params: [] })
    }
  }
}
