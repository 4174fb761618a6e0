// Deletes expired rows of OAuth and sign-in in small batches, so that tables stay bounded and locks short.

import { passwordLinkTable } from '../../accounts/tables.ts'
import { throttleTable } from '../../accounts/throttle.ts'
import { type Clock, seconds } from '../../base/clock.ts'
import type { Job } from '../../base/scheduling/jobs.ts'
import { encodeTime } from '../../base/text/identifier.ts'
import { endedKeptSeconds } from '../../sessions/stored.ts'
import { sessionTable } from '../../sessions/tables.ts'
import { attemptTable, rememberedTable, signedInBrowserTable } from '../../sign-in/tables.ts'
import type { StoreClock } from '../../storage/nodes/store-clock.ts'
import { deleteEnded } from '../../storage/schema/table-statements.ts'
import type { Bound } from '../../storage/statement.ts'
import type { Store } from '../../storage/store.ts'
import { deleteEmptyGrants } from '../statements.ts'
import { codeTable, saltTable } from '../tables.ts'
import { consumedKeptSeconds, isForgettable, saltsForgottenBefore } from './lifetimes.ts'
import { deletePairs, type PairRow, pairsBefore } from './pair-statements.ts'

const batch = 500
const hour = 3600

interface CleanupRule {
  readonly remove: Bound<{ before: number }>
  /** Rows whose end lies before this moment are deleted. */
  before(now: number): number
}

const deletions: readonly CleanupRule[] = [
  // A day longer than a code lives, so that a second use is still recognized.
  { remove: deleteEnded(codeTable, 'digest', 'expires', batch), before: now => now - 24 * hour },
  { remove: deleteEnded(attemptTable, 'digest', 'expires', batch), before: now => now },
  { remove: deleteEnded(passwordLinkTable, 'digest', 'expires', batch), before: now => now },
  { remove: deleteEnded(rememberedTable, 'digest', 'expires', batch), before: now => now },
  // Administrators see for a while why a session ended.
  { remove: deleteEnded(sessionTable, 'digest', 'expires', batch), before: now => now - endedKeptSeconds },
  { remove: deleteEnded(signedInBrowserTable, 'id', 'expires', batch), before: now => now },
  { remove: deleteEnded(throttleTable, 'id', 'resets', batch), before: now => now },
]

const removeSalts = deleteEnded(saltTable, 'minute', 'minute', batch)

/** When a salt is not needed any more: the clock that nodes have in common, and the setting refresh-retry. */
interface SaltLife {
  readonly storeClock: Pick<StoreClock, 'common'>
  readonly retrySeconds: number
}

/** Deletes the rows that expire by the minute and returns their number. */
export async function cleanUp(store: Store, clock: Clock, { storeClock, retrySeconds }: SaltLife): Promise<number> {
  const now = seconds(clock)
  const salts = removeSalts(store.dialect, { before: saltsForgottenBefore(storeClock.common(now), retrySeconds) })
  let total = await inBatches(() => store.write(tx => tx.run(salts)))
  for (const { remove, before } of deletions) {
    const query = remove(store.dialect, { before: before(now) })
    total += await inBatches(() => store.write(tx => tx.run(query)))
  }
  return total
}

/**
 * Deletes pairs that ended long ago, and each grant with its last pair. The key of pairs begins with their creation
 * time, so the scan covers only pairs older than 30 days; those that remain there are unused sign-ins.
 */
export async function cleanUpPairs(store: Store, clock: Clock): Promise<number> {
  const now = seconds(clock)
  const before = encodeTime((now - consumedKeptSeconds) * 1000)
  let after = ''
  let total = 0
  for (;;) {
    const pairs = await store.rows(pairsBefore(store.dialect, { after, before, limit: batch }))
    total += await removePairs(
      store,
      pairs.filter(pair => isForgettable(pair.revoked ?? pair.used, pair.refresh_expires, now)),
    )
    const last = pairs.at(-1)
    if (!last || pairs.length < batch) return total
    after = last.refresh
  }
}

async function inBatches(work: () => Promise<number>): Promise<number> {
  let total = 0
  for (;;) {
    const done = await work()
    total += done
    if (done < batch) return total
  }
}

async function removePairs(store: Store, over: readonly Pick<PairRow, 'refresh' | 'chain'>[]): Promise<number> {
  if (over.length === 0) return 0
  const { dialect } = store
  const chains = [...new Set(over.map(pair => pair.chain))]
  await store.write(async tx => {
    await tx.run(deletePairs(dialect, { refresh: over.map(pair => pair.refresh) }))
    await tx.run(deleteEmptyGrants(dialect, { chains }))
  })
  return over.length
}

export const tokenJobs = (store: Store, clock: Clock, salts: SaltLife): readonly Job[] => [
  { name: 'cleaning up sign-ins and codes', everySeconds: 60, run: () => cleanUp(store, clock, salts) },
  {
    name: 'cleaning up pairs of tokens',
    everySeconds: hour,
    firstAfterSeconds: 60,
    run: () => cleanUpPairs(store, clock),
  },
]
