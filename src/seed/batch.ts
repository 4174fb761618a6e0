// One batch of made-up data: made and brought into rows while others write, then stored in one transaction.
import { isoDate, wallClock } from '../fields/moment.ts'
import type { OperationContext } from '../operations/context.ts'
import { RowStore } from '../operations/row-store.ts'
import type { Reader, Store, Tx } from '../storage/store.ts'
import { bulkCreate } from './bulk-create.ts'
import { BulkRows } from './bulk-rows.ts'
import { type Ground, readGround } from './ground.ts'
import { day, type Made, oldestDays } from './made.ts'
import { makeUnit } from './make-unit.ts'
import type { Batch } from './unit-shape.ts'

export interface BatchSetting {
  readonly context: OperationContext
  readonly seed: number
  /** Epoch seconds; the same for all batches, however long they take. */
  readonly now: number
}

/** How many records of each entity were made. */
export type Counts = Record<string, number>

export async function runBatch(setting: BatchSetting, batch: Batch): Promise<Counts> {
  for (;;) {
    const counts = await tryBatch(setting, batch)
    if (counts) return counts
  }
}

/** Null when what the records refer to has changed meanwhile: then they are made again. */
async function tryBatch({ context, seed, now }: BatchSetting, batch: Batch): Promise<Counts | null> {
  const { store, catalog, newId } = context
  const today = now - (now % day)
  const days = { first: dateOf(today - oldestDays * day), last: dateOf(now) }
  const groundOf = (reader: Reader): Promise<Ground> => readGround(reader, store.dialect, catalog, days)
  const ground = await groundOf(store)
  const made: Made[] = []
  let room = batch.entries
  for (let unit = 0; unit < batch.units; unit++) {
    const records = makeUnit({ seed, ground, newId, today }, batch.firstUnit + unit, room)
    room -= records.filter(record => record.entity === 'AbEntry').length
    made.push(...records)
  }
  const rows = new BulkRows(store, store.dialect, catalog.db, await numbersFor(made, store, catalog.db))
  for (const record of made) await bulkCreate(record, rows, context)
  const write = async (tx: Tx): Promise<boolean> => {
    if ((await groundOf(tx)).facts !== ground.facts) return false
    await rows.flush(tx)
    return true
  }
  return (await store.write(write, { alone: true })) ? countsOf(made) : null
}

/** Numbers that the service gives out are taken beforehand, all at once; those of a batch that fails are not used again. */
async function numbersFor(made: readonly Made[], store: Store, db: number): Promise<Map<string, number[]>> {
  const cases = made.filter(record => record.entity === 'Case').length
  const taken = await store.write(async tx => {
    const rows = new RowStore(tx, store.dialect, db)
    const numbers: number[] = []
    while (numbers.length < cases) numbers.push(await rows.next('Case'))
    return numbers
  })
  return new Map([['Case', taken]])
}

function countsOf(made: readonly Made[]): Counts {
  const counts: Counts = {}
  for (const { entity } of made) counts[entity] = (counts[entity] ?? 0) + 1
  return counts
}

const dateOf = (epochSeconds: number): string => isoDate(wallClock(epochSeconds, 'UTC'))
