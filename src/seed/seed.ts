// Fills a database with sample data in batches of one transaction each, on two threads when there are many.
import type { Database } from '../accounts/databases.ts'
import { seconds } from '../base/clock.ts'
import { startThread } from '../base/programs/programs.ts'
import { tables } from '../model/tables.ts'
import { type SystemParts, systemContext } from '../operations/system/system-context.ts'
import { type Counts, runBatch } from './batch.ts'
import { type Batch, batchesOf } from './batch-plan.ts'
import type { ThreadData } from './seed-thread.ts'

interface SeedRequest {
  readonly database: Database
  readonly entries: number
  readonly seed: number
  readonly onProgress?: (done: number, total: number) => void
}

/** Large enough to be worth a commit, small enough that other writers hardly wait. */
const batchEntries = 2_500
/** While one thread writes a batch, the other generates the next one. */
const threads = 2

export async function seedDatabase(parts: SystemParts, request: SeedRequest): Promise<Counts> {
  const { database, entries, seed, onProgress } = request
  const now = seconds(parts.clock)
  const batches = batchesOf(seed, entries, batchEntries)
  const counts: Counts = {}
  let done = 0
  const tell = (batch: Batch, made: Counts): void => {
    for (const [entity, count] of Object.entries(made)) counts[entity] = (counts[entity] ?? 0) + count
    done += batch.entries
    onProgress?.(done, entries)
  }
  if (entries <= batchEntries * threads) {
    const context = await systemContext(parts, database)
    for (const batch of batches) tell(batch, await runBatch({ context, seed, entries, now }, batch))
  } else {
    const data: ThreadData = { database, seed, entries, now, settings: parts.settings }
    await Promise.all(Array.from({ length: threads }, () => runThread(data, batches, tell)))
  }
  const { store } = parts
  await store.write(async tx => {
    for (const sql of store.schema.afterBulk(tables)) await tx.run({ sql, params: [] })
  })
  return counts
}

/** Sends batches to a worker thread until none is left. A failed batch ends the whole seed. */
function runThread(
  workerData: ThreadData,
  batches: Iterator<Batch>,
  tell: (batch: Batch, made: Counts) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const thread = startThread(new URL('./seed-thread.ts', import.meta.url), { workerData })
    let current: Batch | undefined
    const next = (): void => {
      const { value, done } = batches.next()
      current = done ? undefined : value
      thread.postMessage(current ?? null)
    }
    thread.on('message', (made: Counts) => {
      if (current) tell(current, made)
      next()
    })
    thread.on('error', reject)
    thread.on('exit', () => resolve())
    next()
  })
}
