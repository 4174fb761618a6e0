// Fills an empty database with sample data, at the request of its administrator.
import { findDatabase } from '../accounts/databases.ts'
import { refuse } from '../base/errors.ts'
import { selectRows } from '../operations/rows/row-store.ts'
import type { SystemParts } from '../operations/system/system-context.ts'
import type { Counts } from './batch.ts'

/** Enough to try everything out, and created within a second. */
const entries = 300
const seed = 20

const underWay = new Map<string, Promise<Counts>>()

/** A second request during the work waits for the same data. */
export function addSampleData(parts: SystemParts, name: string): Promise<Counts> {
  const known = underWay.get(name)
  if (known) return known
  const filled = fill(parts, name).finally(() => underWay.delete(name))
  underWay.set(name, filled)
  return filled
}

async function fill(parts: SystemParts, name: string): Promise<Counts> {
  const { store } = parts
  const database = await findDatabase(store, name)
  const [entry] = database
    ? await selectRows(store, store.dialect, 'ab_entry', { db: database.id, deleted: null }, { limit: 1 })
    : []
  if (!database || entry) {
    return refuse('RuleViolated', '', 'Sample data is for an empty database; this one has entries already.')
  }
  const [{ ensureSetups }, { seedDatabase }] = await Promise.all([import('./setups.ts'), import('./seed.ts')])
  await ensureSetups(parts, database)
  return seedDatabase(parts, { database, entries, seed })
}
