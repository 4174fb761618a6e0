// A new access and refresh token: their texts, their rows, and the answer that carries them.
import { encodeTime } from '../../base/identifier.ts'
import { newSecret } from '../../base/secret.ts'
import { accessIdleSeconds, dueUnused, newAccessLife, refreshExpires } from '../lifetimes.ts'
import { pairDigest } from '../pair-digest.ts'
import type { OAuthServer } from '../server.ts'
import type { NewPair } from '../store.ts'

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
export function newPair(server: OAuthServer, owner: PairOwner, now: number): Pair {
  const moment = encodeTime(server.clock.now())
  const access = newSecret('access', server.random, moment)
  const refresh = newSecret('refresh', server.random, moment)
  const life = newAccessLife(now)
  const { chain, client_id, db, uid, scope, began } = owner
  const refresh_expires = refreshExpires(now, began, server.policy.refreshChainDays)
  return {
    row: {
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
      refresh_expires,
      due: dueUnused(refresh_expires),
    },
    // Nothing in a token needs escaping.
    answer: `{"access_token":"${access}","token_type":"Bearer","expires_in":${accessIdleSeconds},"refresh_token":"${refresh}"}`,
  }
}
