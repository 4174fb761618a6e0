// Removes what has ended, in small batches, so that the tables do not grow without bound and nobody waits for it.
import { type Clock, seconds } from '../base/clock.ts'
import { compile } from '../storage/statement.ts'
import type { Store } from '../storage/store.ts'
import { dueAfterEnd } from './lifetimes.ts'
import { deleteEmptyGrants, deletePairs, duePairs, forgetSealed, type PairRow } from './store.ts'

const batch = 500
const hour = 3600
const intervalMs = 60_000

interface Rule {
  readonly table: string
  readonly key: string
  /** Rows whose column is before the moment have ended. */
  readonly column: string
  before(now: number): number
}

const deletions: readonly Rule[] = [
  // A day longer than it lives, so that a second use is still recognised.
  { table: 'oauth_code', key: 'digest', column: 'expires', before: now => now - 24 * hour },
  { table: 'sign_in_attempt', key: 'digest', column: 'expires', before: now => now },
  { table: 'remembered_browser', key: 'digest', column: 'expires', before: now => now },
  { table: 'throttle', key: 'id', column: 'resets', before: now => now },
]

/** One round; says how many rows it removed or emptied. */
export async function cleanUp(store: Store, clock: Clock): Promise<number> {
  const now = seconds(clock)
  let total = await inBatches(() => cleanPairs(store, now))
  for (const rule of deletions) total += await inBatches(() => removeBatch(store, rule, now))
  return total
}

async function inBatches(work: () => Promise<number>): Promise<number> {
  let total = 0
  for (;;) {
    const done = await work()
    total += done
    if (done < batch) return total
  }
}

/** A pair whose window is over forgets its sealed answer; one that has been over for long goes, its grant with the last. */
async function cleanPairs(store: Store, now: number): Promise<number> {
  const { dialect } = store
  const due = await store.rows<PairRow>(duePairs(dialect, { now, limit: batch }))
  if (due.length === 0) return 0
  const sealed = due.filter(pair => pair.sealed !== null)
  const over = due.filter(pair => pair.sealed === null)
  await store.write(async tx => {
    const refresh = sealed.map(pair => pair.refresh)
    if (refresh.length > 0) await tx.run(forgetSealed(dialect, { refresh, now, due: dueAfterEnd(now) }))
    if (over.length === 0) return
    await tx.run(deletePairs(dialect, { refresh: over.map(pair => pair.refresh), now }))
    await tx.run(deleteEmptyGrants(dialect, { chains: [...new Set(over.map(pair => pair.chain))] }))
  })
  return due.length
}

async function removeBatch(store: Store, rule: Rule, now: number): Promise<number> {
  const db = store.dialect.builder
  const ended = db.selectFrom(rule.table).select(rule.key).where(rule.column, '<', rule.before(now)).limit(batch)
  return store.write(tx =>
    tx.run(compile(db.deleteFrom(rule.table).where(rule.key, 'in', ended).where(rule.column, '<', rule.before(now)))),
  )
}

/** Runs now and then until stopped. */
export function startCleanup(store: Store, clock: Clock, onFault: (error: unknown) => void): () => void {
  const timer = setInterval(() => cleanUp(store, clock).catch(onFault), intervalMs).unref()
  return () => clearInterval(timer)
}
