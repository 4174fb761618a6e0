// Appends an event to the log of its database, in the transaction of the write.
import type { Dialect } from '../storage/dialect.ts'
import { topics } from '../storage/nodes/topics.ts'
import { insertMany } from '../storage/schema/insert-many.ts'
import { rowInserter } from '../storage/schema/table-statements.ts'
import type { Tx } from '../storage/store.ts'
import { eventTable } from './tables.ts'

/** What can happen to a record; the second half of an event's type. */
export type EventOperation = 'created' | 'updated' | 'deleted' | 'restored' | 'merged' | 'erased'

/** An event before it has a position. */
export interface NewEvent {
  /** The id of the history row. */
  readonly id: string
  readonly entity: string
  /** The identifier of the record; the absolute path of a row of Schema. */
  readonly record: string
  readonly operation: EventOperation
  /** The record's Version after the write; null for Schema. */
  readonly version: number | null
  readonly uid: string
  readonly application: string | null
  /** Epoch milliseconds. */
  readonly at: number
}

const insert = rowInserter(eventTable)

/** The event exists if the transaction commits, and gets its position then or a moment later. */
export async function appendEvent(tx: Tx, dialect: Dialect, db: number, event: NewEvent): Promise<void> {
  tx.defer(insert(dialect, { ...event, db }))
  await tx.publish(topics.written, db)
}

/** Appends several events with few statements. */
export async function appendEvents(tx: Tx, dialect: Dialect, db: number, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return
  const first = await dialect.numbering.next(tx, { table: eventTable.name, column: 'position' }, db)
  const rows = events.map((event, i) => ({ ...event, db, position: first === null ? null : first + i }))
  await insertMany(tx, dialect, eventTable, rows)
  await tx.publish(topics.written, db)
}
