// A new access and refresh token: their texts, their row, and the answer that carries them.
import { encodeTime, timeLength } from '../../base/identifier.ts'
import { newSecret, type Random } from '../../base/secret.ts'
import type { OAuthServer } from '../endpoint-parts.ts'
import { accessIdleSeconds, newAccessLife, refreshExpires } from '../tokens/lifetimes.ts'
import { pairDigest } from '../tokens/pair-digest.ts'
import type { NewPair } from '../tokens/pair-statements.ts'

export interface PairOwner {
  readonly chain: string
  readonly client_id: string
  readonly db: number
  readonly uid: string
  readonly scope: string
  /** When the chain began. */
  readonly began: number
}

export interface Pair {
  readonly row: NewPair
  readonly answer: string
}

/** Made before the transaction, so that nothing but statements runs inside it. */
export function newPair(server: OAuthServer, owner: PairOwner, now: number, random: Random = server.random): Pair {
  const { access, refresh, answer } = newTokens(random, encodeTime(server.clock.now()))
  const life = newAccessLife(now)
  const { chain, client_id, db, uid, scope, began } = owner
  const row = {
    access: pairDigest(access),
    refresh: pairDigest(refresh),
    chain,
    client_id,
    db,
    uid,
    scope,
    created: now,
    began,
    access_expires: life.expires,
    access_ends: life.ends,
    refresh_expires: refreshExpires(now, began, server.policy.refreshChainDays),
  }
  return { row, answer }
}

/** The answer that carried a pair, from what it was made of; null when it was made of something else. */
export function answerAgain(digest: string, random: Random): string | null {
  const { refresh, answer } = newTokens(random, digest.slice(0, timeLength))
  return pairDigest(refresh) === digest ? answer : null
}

function newTokens(random: Random, moment: string): { access: string; refresh: string; answer: string } {
  const access = newSecret('access', random, moment)
  const refresh = newSecret('refresh', random, moment)
  // Nothing in a token needs escaping.
  const answer = `{"access_token":"${access}","token_type":"Bearer","expires_in":${accessIdleSeconds},"refresh_token":"${refresh}"}`
  return { access, refresh, answer }
}
