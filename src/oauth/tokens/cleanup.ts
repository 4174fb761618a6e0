// Deletes expired rows of OAuth and sign-in in small batches, so that tables stay bounded and locks short.
import { type Clock, seconds } from '../../base/clock.ts'
import { encodeTime } from '../../base/identifier.ts'
import { compile } from '../../storage/statement.ts'
import type { Store } from '../../storage/store.ts'
import { deleteEmptyGrants } from '../statements.ts'
import { consumedKeptSeconds, isForgettable, saltsForgottenBefore } from './lifetimes.ts'
import { deletePairs, type PairRow, pairsBefore } from './pair-statements.ts'

const batch = 500
const hour = 3600
const intervalMs = 60_000
const pairsEvery = 60

interface Rule {
  readonly table: string
  readonly key: string
  /** The column that is compared with `before(now)`. */
  readonly column: string
  before(now: number): number
}

const deletions: readonly Rule[] = [
  { table: 'oauth_salt', key: 'minute', column: 'minute', before: saltsForgottenBefore },
  // A day longer than a code lives, so that a second use is still recognized.
  { table: 'oauth_code', key: 'digest', column: 'expires', before: now => now - 24 * hour },
  { table: 'sign_in_attempt', key: 'digest', column: 'expires', before: now => now },
  { table: 'remembered_browser', key: 'digest', column: 'expires', before: now => now },
  { table: 'throttle', key: 'id', column: 'resets', before: now => now },
]

/** Deletes the rows that expire by the minute and returns their number. */
export async function cleanUp(store: Store, clock: Clock): Promise<number> {
  const now = seconds(clock)
  let total = 0
  for (const rule of deletions) total += await inBatches(() => removeBatch(store, rule, now))
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
    const pairs = await store.rows<PairRow>(pairsBefore(store.dialect, { after, before, limit: batch }))
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

async function removePairs(store: Store, over: readonly PairRow[]): Promise<number> {
  if (over.length === 0) return 0
  const { dialect } = store
  const chains = [...new Set(over.map(pair => pair.chain))]
  await store.write(async tx => {
    await tx.run(deletePairs(dialect, { refresh: over.map(pair => pair.refresh) }))
    await tx.run(deleteEmptyGrants(dialect, { chains }))
  })
  return over.length
}

async function removeBatch(store: Store, rule: Rule, now: number): Promise<number> {
  const db = store.dialect.builder
  const ended = db.selectFrom(rule.table).select(rule.key).where(rule.column, '<', rule.before(now)).limit(batch)
  return store.write(tx =>
    tx.run(compile(db.deleteFrom(rule.table).where(rule.key, 'in', ended).where(rule.column, '<', rule.before(now)))),
  )
}

/** Runs the first cleanup every minute and the second every hour, until the returned function is called. */
export function startCleanup(store: Store, clock: Clock, onFault: (error: unknown) => void): () => void {
  let rounds = 0
  const round = async () => {
    await cleanUp(store, clock)
    if (rounds++ % pairsEvery === 0) await cleanUpPairs(store, clock)
  }
  const timer = setInterval(() => round().catch(onFault), intervalMs).unref()
  return () => clearInterval(timer)
}
