// Revokes a chain with all its tokens, or one access token.

import { type Clock, seconds } from '../../base/clock.ts'
import { topics } from '../../storage/nodes/topics.ts'
import type { Store, Tx } from '../../storage/store.ts'
import { revokeGrant } from '../statements.ts'
import { revokeAccess, revokePairs } from '../tokens/pair-statements.ts'

/** Why a chain is revoked. */
export type ChainEnd =
  | 'revoked'
  | 'revoked-by-application'
  | 'refresh-token-reused'
  | 'code-reused'
  | 'provider-signed-out'

/** `by` is the Uid of the person who revokes it, null when no person does; `note` what that person wrote as the reason. */
interface EndOfChain {
  readonly reason: ChainEnd
  readonly by: string | null
  readonly note?: string | null
}

/** False when the chain had ended before. */
export async function revokeChain(
  tx: Tx,
  store: Store,
  chain: string,
  clock: Clock,
  { reason, by, note = null }: EndOfChain,
): Promise<boolean> {
  const now = seconds(clock)
  await tx.run(revokeGrant(store.dialect, { id: chain, now, reason, by, note }))
  let ended = false
  // A concurrent refresh locks the row that it consumes, and its new pair becomes visible when it commits. So the
  // UPDATE is repeated until it changes no row.
  while ((await tx.run(revokePairs(store.dialect, { chain, now }))) > 0) ended = true
  if (ended) await tx.publish(topics.token, chain)
  return ended
}

export async function revokeOne(tx: Tx, store: Store, access: string, clock: Clock): Promise<void> {
  const changed = await tx.run(revokeAccess(store.dialect, { access, now: seconds(clock) }))
  if (changed > 0) await tx.publish(topics.token, access)
}
