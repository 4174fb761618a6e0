// Generates one batch of sample data and stores it in one transaction.
import { locks } from 'node:worker_threads'
import { nextTurnIfLong } from '../base/scheduling/loop-turn.ts'
import { isoDay } from '../fields/moment.ts'
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
  /** The number of entries of all batches. */
  readonly entries: number
  /** Epoch seconds, the same for all batches, however long they take. */
  readonly now: number
}

const attempts = 20

/** The number of records generated, by entity. */
export type Counts = Record<string, number>

export async function runBatch(setting: BatchSetting, batch: Batch): Promise<Counts> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const counts = await tryBatch(setting, batch)
    if (counts) return counts
  }
  throw new Error('The users, groups or items that the records refer to changed during every attempt.')
}

/** Null when the reference data changed during generation; the batch is then generated again. */
async function tryBatch({ context, seed, entries, now }: BatchSetting, batch: Batch): Promise<Counts | null> {
  const { store, catalog, newId } = context
  const today = now - (now % day)
  const days = { first: dateOf(today - oldestDays * day), last: dateOf(now) }
  const readData = (reader: Reader): Promise<ReferenceData> => readReferenceData(reader, store.dialect, catalog, days)
  const referenceData = await readData(store)
  const rows = new BulkRows(store, store.dialect, catalog.db)
  const counts: Counts = {}
  const numbered: GeneratedRecord[] = []
  for (let unit = 0; unit < batch.units; unit++) {
    // On SQLite the reads of rules end with the turn of the event loop; until then the log cannot begin anew.
    await nextTurnIfLong()
    const room = batch.entries - (counts.AbEntry ?? 0)
    for (const record of makeUnit({ seed, referenceData, newId, today, entries }, batch.firstUnit + unit, room)) {
      counts[record.entity] = (counts[record.entity] ?? 0) + 1
      if (record.entity === 'Case') numbered.push(record)
      else await bulkCreate(record, rows, context)
    }
  }
  rows.allow('Case', await numbersOf('Case', numbered.length, store, catalog.db))
  for (const record of numbered) await bulkCreate(record, rows, context)
  const write = async (tx: Tx): Promise<boolean> => {
    if ((await readData(tx)).facts !== referenceData.facts) return false
    await rows.flush(tx)
    return true
  }
  return (await inTurn(store, () => store.write(write, { alone: true }))) ? counts : null
}

/**
 * SQLite copies its log to the file after a commit, and begins the log anew when nothing was added meanwhile. Threads that
 * write in turn, each when the other is done with that, keep the log from growing to several times the size of the file.
 */
const inTurn = <T>(store: Store, write: () => Promise<T>): Promise<T> =>
  store.shared ? write() : locks.request('seed', write)

/** Numbers are reserved before the transaction, all at once; the numbers of a failed batch are not used again. */
function numbersOf(counter: string, count: number, store: Store, db: number): Promise<number[]> {
  const reserve = async (tx: Tx): Promise<number[]> => {
    const rows = new RowStore(tx, store.dialect, db)
    const numbers: number[] = []
    while (numbers.length < count) numbers.push(await rows.next(counter))
    return numbers
  }
  return inTurn(store, () => store.write(reserve))
}

const dateOf = (epochSeconds: number): string => isoDay(epochSeconds, 'UTC')
