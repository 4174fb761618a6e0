// Finds out by a real write of one row whether a migrated store can be written.
import type { Query, Store } from '../store.ts'

/** Each probe writes another value: SQLite writes no page to the disk for a row that stays as it is. */
const count: Query = { sql: 'UPDATE schema_version SET probes = coalesce(probes, 0) + 1', params: [] }
const waitMs = 5_000

/** Throws StoreUnavailable when the store cannot be written. The probe shares its commit with no other writer. */
export async function probeWrite(store: Store): Promise<void> {
  await store.write(tx => tx.run(count), { timeoutMs: waitMs, alone: true })
}
