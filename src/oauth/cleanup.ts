// Removes what has ended, in small batches, so that the tables do not grow without bound and nobody waits for it.
import { type Clock, seconds } from '../base/clock.ts'
import { compile } from '../storage/statement.ts'
import type { Store } from '../storage/store.ts'
import { consumedKeptSeconds, retrySeconds } from './lifetimes.ts'

const batch = 500
const hour = 3600
const intervalMs = 10 * 60 * 1000

interface Rule {
  readonly table: string
  readonly key: string
  /** Rows whose column is before the moment have ended. */
  readonly column: string
  before(now: number): number
}

/** An hour of grace covers slides that are written behind and clocks that differ between nodes. */
const deletions: readonly Rule[] = [
  { table: 'oauth_code', key: 'digest', column: 'expires', before: now => now - 24 * hour },
  { table: 'oauth_token', key: 'digest', column: 'expires', before: now => now - hour },
  { table: 'oauth_token', key: 'digest', column: 'used', before: now => now - consumedKeptSeconds },
  { table: 'oauth_token', key: 'digest', column: 'revoked', before: now => now - consumedKeptSeconds },
  { table: 'oauth_grant', key: 'id', column: 'expires', before: now => now - hour },
  { table: 'oauth_grant', key: 'id', column: 'revoked', before: now => now - consumedKeptSeconds },
  { table: 'sign_in_attempt', key: 'digest', column: 'expires', before: now => now },
  { table: 'remembered_browser', key: 'digest', column: 'expires', before: now => now },
  { table: 'throttle', key: 'id', column: 'resets', before: now => now },
]

/** One round; says how many rows it removed or emptied. */
export async function cleanUp(store: Store, clock: Clock): Promise<number> {
  const now = seconds(clock)
  let total = await forgetSealedPairs(store, now)
  for (const rule of deletions) {
    for (;;) {
      const removed = await removeBatch(store, rule, now)
      total += removed
      if (removed < batch) break
    }
  }
  return total
}

async function removeBatch(store: Store, rule: Rule, now: number): Promise<number> {
  const db = store.dialect.builder
  const ended = db.selectFrom(rule.table).select(rule.key).where(rule.column, '<', rule.before(now)).limit(batch)
  return store.write(tx => tx.run(compile(db.deleteFrom(rule.table).where(rule.key, 'in', ended))))
}

/** The sealed pair has served once its window is over. */
async function forgetSealedPairs(store: Store, now: number): Promise<number> {
  const db = store.dialect.builder
  let total = 0
  for (;;) {
    const ended = db
      .selectFrom('oauth_token')
      .select('digest')
      .where('sealed', 'is not', null)
      .where('used', '<', now - 2 * retrySeconds)
      .limit(batch)
    const query = db.updateTable('oauth_token').set({ sealed: null }).where('digest', 'in', ended)
    const emptied = await store.write(tx => tx.run(compile(query)))
    total += emptied
    if (emptied < batch) return total
  }
}

/** Runs now and then until stopped. */
export function startCleanup(store: Store, clock: Clock, onFault: (error: unknown) => void): () => void {
  const timer = setInterval(() => cleanUp(store, clock).catch(onFault), intervalMs).unref()
  return () => clearInterval(timer)
}
