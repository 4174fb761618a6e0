// Ending what was granted: a chain with all its tokens, or one access token.
import { type Clock, seconds } from '../base/clock.ts'
import type { Store, Tx } from '../storage/store.ts'
import { revokeGrant, revokeToken, revokeTokensOfChain } from './store.ts'

/** The grant's row comes first: its lock keeps a refresh from adding tokens that this would not see. */
export async function revokeChain(tx: Tx, store: Store, chain: string, clock: Clock): Promise<boolean> {
  const now = seconds(clock)
  const changed = await tx.run(revokeGrant(store.dialect, { id: chain, now }))
  if (changed === 0) return false
  await tx.run(revokeTokensOfChain(store.dialect, { chain, now }))
  await tx.publish('token', chain)
  return true
}

export async function revokeOne(tx: Tx, store: Store, digest: string, clock: Clock): Promise<void> {
  const changed = await tx.run(revokeToken(store.dialect, { digest, now: seconds(clock) }))
  if (changed > 0) await tx.publish('token', digest)
}
