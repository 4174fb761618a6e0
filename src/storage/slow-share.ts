// Finds on whose behalf a slow read is done, and how long it may wait for its turn.
import type { Share } from '../base/fair-queue.ts'
import type { Query, SlowReadOptions } from './store.ts'

export const shareOf = ({ facts, params }: Query, { user = '' }: SlowReadOptions): Share => ({
  tenant: facts?.tenant === undefined ? '' : String(params[facts.tenant]),
  user,
})

const leastWaitMs = 10_000

/** Slow reads of others may each take as long as the limit. */
export const longestWait = (timeoutMs: number): number => Math.max(leastWaitMs, 2 * timeoutMs)
