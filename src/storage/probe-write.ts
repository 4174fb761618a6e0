// Finds out by a real write of one row whether a migrated store can be written.
import type { Query, Store } from './store.ts'

const touch: Query = { sql: 'UPDATE schema_version SET number = number', params: [] }
const waitMs = 5_000

/** Throws StoreUnavailable when the store cannot be written. */
export async function probeWrite(store: Store): Promise<void> {
  await store.write(tx => tx.run(touch), { timeoutMs: waitMs })
}
