// Declares records whose events wait because the first of them could not be sent, and finds the events that wait.
import type { LoggedEvent } from '../events/event-log.ts'
import type { Store } from '../storage/store.ts'
import * as statements from './delivery-statements.ts'
import type { WebhookParts } from './parts.ts'
import type { TargetRow } from './target.ts'

/** Records that wait for their next try; with more of them no new events are read. */
export const mostParked = 1_000

/** A record whose event at `position` could not be sent; later events of the record wait behind it. */
export interface Parked {
  readonly entity: string
  readonly record: string
  position: number
  attempts: number
  nextAt: number
  running: boolean
  /** The last event that waits behind it. */
  last: number
}

/** Whether some record is being tried, or is to be tried now. */
export const hasDue = (parked: ReadonlyMap<string, Parked>, now: number): boolean =>
  parked.values().some(({ running, nextAt }) => running || nextAt <= now)

/** In strict order all events are behind one another, as if they were of one record. */
export const allRecords = '*'

/** What waits, by record. */
export async function loadParked(store: Store, target: TargetRow): Promise<[string, Parked][]> {
  const query = { db: target.db, target: target.id, kind: 'order', limit: mostParked }
  const rows = await store.rows(statements.queueOf(store.dialect, query))
  return rows.map(({ slot, entity, record, position, attempts, next_at: nextAt }) => [
    slot,
    { entity, record, position, attempts, nextAt, running: false, last: target.position },
  ])
}

/** The events that wait, from the one that could not be sent up to a position; not all of them at once. */
export async function eventsBehind(
  { store, events }: Pick<WebhookParts, 'store' | 'events'>,
  db: number,
  slot: string,
  { entity, record, position }: Parked,
  upTo: number,
): Promise<readonly LoggedEvent[]> {
  if (slot === allRecords) {
    const [event] = await events.eventsAfter(db, position - 1, 1)
    return event && event.position <= upTo ? [event] : []
  }
  const range = { db, entity, record, from: position, to: upTo }
  return (await store.rows(statements.eventsOfRecord(store.dialect, range))) as unknown as LoggedEvent[]
}
