// Decides when the new events of a target wait because earlier ones could not be delivered.
import type { TargetSettings } from '../targets/target.ts'

/** Records that wait for their next attempt; with more of them no new events are read. */
export const mostParked = 1_000
/** After so many failed attempts in a row the receiver is taken to be down. */
const failuresBeforeHalt = 20
/** While the receiver is down, one new event is tried after a pause, which doubles with each failure. */
const pauseMs = { first: 5_000, most: 60_000 }

interface TargetHealth {
  readonly order: TargetSettings['order']
  /** Records that wait for their next attempt. */
  readonly parked: number
  /** Failed attempts since the last delivery, and when the last of them was; epoch milliseconds. */
  readonly failures: number
  readonly failedAt: number | null
}

/** The time from which new events may be sent, epoch milliseconds: always, never before a parked one is delivered, or later. */
export function newEventsFrom({ order, parked, failures, failedAt }: TargetHealth): number {
  if (order === 'strict' ? parked > 0 : parked >= mostParked) return Number.POSITIVE_INFINITY
  if (!isDown({ failures }) || failedAt === null) return Number.NEGATIVE_INFINITY
  return failedAt + Math.min(pauseMs.first * 2 ** (failures - failuresBeforeHalt), pauseMs.most)
}

/** Whether the receiver is taken to be down: new events are then tried one at a time. */
export const isDown = ({ failures }: Pick<TargetHealth, 'failures'>): boolean => failures >= failuresBeforeHalt
