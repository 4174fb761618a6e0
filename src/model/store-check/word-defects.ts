// Compares the word indexes of a store with the texts of its records, for `clientele doctor --deep`.
import { entities } from '../../entities/index.ts'
import { wordTokens } from '../../storage/statements/word-token.ts'
import type { Store } from '../../storage/store.ts'
import { indexWords } from '../search-words.ts'
import { tables } from '../tables.ts'

/** Returns a sentence for each difference; empty when the indexes are complete. */
export async function wordDefects(store: Store): Promise<string[]> {
  const defects: string[] = []
  for (const { table: name, searchWords } of entities) {
    const table = tables.find(declared => declared.name === name)
    // A store that is not migrated yet may lack the table.
    if (!searchWords || !table || !(await store.schema.exists(store, name))) continue
    const found = await store.integrity.compareWords(table, row =>
      wordTokens(row.db as number, indexWords(searchWords(row))),
    )
    defects.push(...found)
  }
  return defects
}
