// Gives committed events their positions, in one or several transactions.
import { topics } from '../storage/nodes/topics.ts'
import type { Store } from '../storage/store.ts'
import { eventTable } from './tables.ts'

/** The most events of one transaction. */
export const mostNumbered = 1_000
/** How long a transaction waits for that of another node. */
const turnMs = 5_000

/** Events without a position; those that arrived before `from` are skipped. */
export const unnumberedEvents = (from: number) => ({ table: eventTable.name, column: 'position', from })

/** Numbers the oldest events of a tenant, or of all tenants. Returns their number, and the highest arrival among them. */
export function numberOldest(
  store: Store,
  from: number,
  tenant: number | null,
): Promise<{ count: number; arrival: number }> {
  return store.write(
    async tx => {
      const numbered = await store.dialect.numbering.number(tx, unnumberedEvents(from), mostNumbered, tenant)
      for (const db of new Set(numbered.map(row => row.db))) await tx.publish(topics.events, db)
      return {
        count: numbered.reduce((sum, { rows }) => sum + rows, 0),
        arrival: Math.max(0, ...numbered.map(({ arrival }) => arrival)),
      }
    },
    { timeoutMs: turnMs },
  )
}

/** Numbers all events of a tenant that were committed before the call. */
export async function numberEvents(store: Store, db: number): Promise<void> {
  for (const tenant of store.dialect.numbering.turnsOf(db)) {
    while ((await numberOldest(store, 0, tenant)).count === mostNumbered);
  }
}
