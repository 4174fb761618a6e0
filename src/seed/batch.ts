// One batch of made-up data: made and brought into rows while others write, then stored in one transaction.
import { isoDate, wallClock } from '../fields/moment.ts'
import type { OperationContext } from '../operations/context.ts'
import { RowStore } from '../operations/rows/row-store.ts'
import type { Reader, Store, Tx } from '../storage/store.ts'
import type { Batch } from './batch-plan.ts'
import { bulkCreate } from './bulk-create.ts'
import { BulkRows } from './bulk-rows.ts'
import { day, type GeneratedRecord, oldestDays } from './generated-record.ts'
import { makeUnit } from './make-unit.ts'
import { type ReferenceData, readReferenceData } from './reference-data.ts'

export interface BatchSetting {
  readonly context: OperationContext
  readonly seed: number
  /** Of all batches together. */
  readonly entries: number
  /** Epoch seconds; the same for all batches, however long they take. */
  readonly now: number
}

const attempts = 20

/** How many records of each entity were made. */
export type Counts = Record<string, number>

export async function runBatch(setting: BatchSetting, batch: Batch): Promise<Counts> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const counts = await tryBatch(setting, batch)
    if (counts) return counts
  }
  throw new Error('What the records refer to (users, groups, items) was changed again and again while they were made.')
}

/** Null when what the records refer to has changed meanwhile: then they are made again. */
async function tryBatch({ context, seed, entries, now }: BatchSetting, batch: Batch): Promise<Counts | null> {
  const { store, catalog, newId } = context
  const today = now - (now % day)
  const days = { first: dateOf(today - oldestDays * day), last: dateOf(now) }
  const groundOf = (reader: Reader): Promise<ReferenceData> => readReferenceData(reader, store.dialect, catalog, days)
  const ground = await groundOf(store)
  const rows = new BulkRows(store, store.dialect, catalog.db)
  const counts: Counts = {}
  const numbered: GeneratedRecord[] = []
  for (let unit = 0; unit < batch.units; unit++) {
    const room = batch.entries - (counts.AbEntry ?? 0)
    for (const record of makeUnit({ seed, ground, newId, today, entries }, batch.firstUnit + unit, room)) {
      counts[record.entity] = (counts[record.entity] ?? 0) + 1
      if (record.entity === 'Case') numbered.push(record)
      else await bulkCreate(record, rows, context)
    }
  }
  rows.allow('Case', await numbersOf('Case', numbered.length, store, catalog.db))
  for (const record of numbered) await bulkCreate(record, rows, context)
  const write = async (tx: Tx): Promise<boolean> => {
    if ((await groundOf(tx)).facts !== ground.facts) return false
    await rows.flush(tx)
    return true
  }
  return (await store.write(write, { alone: true })) ? counts : null
}

/** Numbers that the service gives out are taken beforehand, all at once; those of a batch that fails are not used again. */
function numbersOf(counter: string, count: number, store: Store, db: number): Promise<number[]> {
  return store.write(async tx => {
    const rows = new RowStore(tx, store.dialect, db)
    const numbers: number[] = []
    while (numbers.length < count) numbers.push(await rows.next(counter))
    return numbers
  })
}

const dateOf = (epochSeconds: number): string => isoDate(wallClock(epochSeconds, 'UTC'))
