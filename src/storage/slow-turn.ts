// Decides on whose behalf a slow read is done, and how long it may wait for its turn.
import type { Turn } from '../base/fair-queue.ts'
import type { Query, SlowReadOptions } from './store.ts'

const leastWaitMs = 10_000

/** Slow reads of others may each take as long as the limit. */
export const turnOf = ({ facts, params }: Query, { user = '', gone }: SlowReadOptions, timeoutMs: number): Turn => ({
  share: { tenant: facts?.tenant === undefined ? '' : String(params[facts.tenant]), user },
  waitMs: Math.max(leastWaitMs, 2 * timeoutMs),
  gone,
})
