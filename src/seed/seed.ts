// Fills a database with made-up but lifelike data, batch by batch, each one transaction.
import type { Database } from '../accounts/databases.ts'
import { seconds } from '../base/clock.ts'
import { isoDate, wallClock } from '../fields/moment.ts'
import { type SystemParts, systemContext } from '../operations/system-context.ts'
import type { Tx } from '../storage/store.ts'
import { bulkCreate } from './bulk-create.ts'
import { BulkRows } from './bulk-rows.ts'
import { readGround } from './ground.ts'
import { day, type Made, oldestDays } from './made.ts'
import { makeUnit } from './make-unit.ts'

export interface SeedRequest {
  readonly database: Database
  readonly entries: number
  readonly seed: number
  readonly onProgress?: (done: number, total: number) => void
}

/** How many records of each entity were made. */
export type SeedCounts = Record<string, number>

/** Long enough to be worth a commit, short enough that other writers hardly wait. */
const batchEntries = 4_000

export async function seedDatabase(parts: SystemParts, request: SeedRequest): Promise<SeedCounts> {
  const { entries, onProgress } = request
  const counts: SeedCounts = {}
  const total = { units: 0, entries: 0 }
  while (total.entries < entries) {
    const wanted = Math.min(batchEntries, entries - total.entries)
    const batch = await parts.store.write(tx => writeBatch(tx, parts, request, total.units, wanted), { alone: true })
    total.units += batch.units
    total.entries += wanted
    for (const [entity, count] of batch.counts) counts[entity] = (counts[entity] ?? 0) + count
    onProgress?.(total.entries, entries)
  }
  return counts
}

interface Batch {
  readonly units: number
  readonly counts: ReadonlyMap<string, number>
}

/** What the records refer to is read, and kept as it is, inside the transaction. */
async function writeBatch(
  tx: Tx,
  parts: SystemParts,
  { database, seed }: SeedRequest,
  firstUnit: number,
  entries: number,
): Promise<Batch> {
  const { store, clock } = parts
  const context = await systemContext(parts, database, tx)
  const now = seconds(clock)
  const today = now - (now % day)
  const days = { first: dateOf(today - oldestDays * day), last: dateOf(now) }
  const ground = await readGround(tx, store.dialect, context.catalog, days)
  const setting = { seed, ground, newId: context.newId, today }
  const rows = new BulkRows(tx, store.dialect, database.id)
  const counts = new Map<string, number>()
  let units = 0
  for (let left = entries; left > 0; units++) {
    const made: Made[] = makeUnit(setting, firstUnit + units, left)
    for (const record of made) {
      await bulkCreate(record, rows, context)
      counts.set(record.entity, (counts.get(record.entity) ?? 0) + 1)
      if (record.entity === 'AbEntry') left--
    }
  }
  await rows.flush()
  return { units, counts }
}

const dateOf = (epochSeconds: number): string => isoDate(wallClock(epochSeconds, 'UTC'))
