// Follows the aliases of merged records inside a transaction, where the cached ones may be older.
import type { RowStore } from './row-store.ts'

export const aliasTable = 'record_alias'

/** A longer chain of merges is not followed. */
const longestChain = 1_000

/** The record that a record was merged into, at the end of all merges; null when it was not merged. */
export async function survivorIn(rows: RowStore, id: string): Promise<string | null> {
  let found: string | null = null
  for (let step = 0; step < longestChain; step++) {
    const [next] = await rows.values(aliasTable, 'survivor', { id: found ?? id }, { limit: 1 })
    if (next === undefined) return found
    found = next
  }
  return found
}
