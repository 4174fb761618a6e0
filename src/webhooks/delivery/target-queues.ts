// Summarizes the queues of targets, from which follows when a target has something to send.
import type { Store } from '../../storage/store.ts'
import { settingsOf, type TargetRow } from '../targets/target.ts'
import { newEventsFrom } from './halting.ts'
import { queueSummary } from './queue-statements.ts'

/** The queue of a target: records that wait, the next attempt (epoch milliseconds) and the oldest event. */
export interface QueueSummary {
  readonly parked: number
  readonly nextAt: number
  /** The position. */
  readonly oldest: number
}

export const emptyQueue: QueueSummary = {
  parked: 0,
  nextAt: Number.POSITIVE_INFINITY,
  oldest: Number.POSITIVE_INFINITY,
}

/** The queues of a database that have rows, by target. */
export async function queuesOf(store: Store, db: number): Promise<ReadonlyMap<string, QueueSummary>> {
  const queues = new Map<string, QueueSummary>()
  for (const row of await store.rows(queueSummary(store.dialect, { db }))) {
    const before = queues.get(row.target) ?? emptyQueue
    queues.set(row.target, {
      parked: before.parked + (row.kind === 'order' ? Number(row.rows) : 0),
      nextAt: Math.min(before.nextAt, Number(row.next_at)),
      oldest: Math.min(before.oldest, Number(row.position)),
    })
  }
  return queues
}

/** The time from which new events of the target may be sent; never while there is none. */
export function newEventsOf(target: TargetRow, { parked }: QueueSummary, end: number): number {
  if (target.position >= end) return Number.POSITIVE_INFINITY
  const { order } = settingsOf(target)
  return newEventsFrom({ order, parked, failures: target.failures, failedAt: target.failed_at })
}
