// Determines the tenant and user of a slow read, how long it may wait for its turn, and what ends it early.
import type { Turn } from '../../base/scheduling/fair-queue.ts'
import { tenantOf } from '../statements/facts.ts'
import type { Query, SlowReadOptions } from '../store.ts'

const leastWaitMs = 10_000

/** How long a slow read may run while another user of the tenant waits for a turn. */
export const contestedMs = 5_000

type Signal = () => AbortSignal

/** A slow read ends when its client is gone, and when it has to yield to another user. */
export const endedBy =
  (gone: Signal | undefined, yields: Signal): Signal =>
  () => {
    const own = gone?.()
    return own ? AbortSignal.any([own, yields()]) : yields()
  }

/** The slow reads ahead of this one may each take as long as the limit. */
export const turnOf = (query: Query, { user = '', gone }: SlowReadOptions, timeoutMs: number): Turn => ({
  share: { tenant: tenantOf(query), user },
  waitMs: Math.max(leastWaitMs, 2 * timeoutMs),
  gone,
})
