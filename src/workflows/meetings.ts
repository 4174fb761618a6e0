// Notes which records come to meet the conditions of a trigger, once a day at most.
import type { Dialect } from '../storage/dialect.ts'
import { insertMany } from '../storage/schema/insert-many.ts'
import type { Tx } from '../storage/store.ts'
import { meetAgain, meetingsOf } from './statements.ts'
import { meetingTable } from './tables.ts'

interface Meeting {
  readonly db: number
  readonly action: string
  /** They are locked, so that another process that judges them waits. */
  readonly records: readonly string[]
  readonly day: number
}

/** The records that have come to meet the conditions now, in their order. */
export async function meet(
  tx: Tx,
  dialect: Dialect,
  { db, action, records, day }: Meeting,
): Promise<readonly string[]> {
  if (records.length === 0) return []
  const found = await tx.rows(meetingsOf(dialect, { db, action, records }))
  const known = new Set(found.map(({ record }) => record))
  const again = found.filter(one => one.met === 0 && one.day !== day).map(({ record }) => record)
  const first = records.filter(record => !known.has(record))
  if (again.length > 0) await tx.run(meetAgain(dialect, { db, action, records: again, day }))
  const rows = first.map(record => ({ db, action, record, day, met: 1 }))
  await insertMany(tx, dialect, meetingTable, rows)
  return [...first, ...again].toSorted()
}
