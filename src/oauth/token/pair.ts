// Creates a pair of access and refresh token: the token texts, the row, and the answer.
import type { Random } from '../../base/secrets/secret.ts'
import { encodeTime, timeLength } from '../../base/text/identifier.ts'
import { newSecret } from '../../entities/rules/credentials.ts'
import type { EndpointParts } from '../endpoint-parts.ts'
import { literalShape, type PairShape } from '../lane.ts'
import { accessIdleSeconds, newAccessLife, refreshExpires } from '../tokens/lifetimes.ts'
import { pairDigest } from '../tokens/pair-digest.ts'
import type { NewPair } from '../tokens/pair-statements.ts'

interface PairOwner {
  readonly chain: string
  readonly client_id: string
  readonly db: number
  readonly uid: string
  readonly scope: string
  /** When the chain began. */
  readonly began: number
}

interface Pair {
  readonly row: NewPair
  readonly answer: string
}

type PairParts = Pick<EndpointParts, 'clock' | 'random' | 'storeClock'> & {
  readonly policy: Pick<EndpointParts['policy'], 'refreshChainDays'>
}

/** Creates the pair before the transaction, so that only statements run inside it. */
export function newPair(
  parts: PairParts,
  owner: PairOwner,
  now: number,
  random: Random = parts.random,
  shape: PairShape = literalShape,
): Pair {
  const { access, refresh, answer } = newTokens(shape, random, encodeTime(parts.clock.now()))
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
    // A refresh also writes it as the moment when the previous pair was used, which other nodes compare with theirs.
    created: parts.storeClock.common(now),
    began,
    access_expires: life.expires,
    access_ends: life.ends,
    refresh_expires: refreshExpires(now, began, parts.policy.refreshChainDays),
  }
  return { row, answer }
}

/** Derives the answer of an earlier refresh again; null when `random` does not reproduce the pair with this digest. */
export function answerAgain(digest: string, shape: PairShape, random: Random): string | null {
  const { refresh, answer } = newTokens(shape, random, digest.slice(0, timeLength))
  return pairDigest(refresh) === digest ? answer : null
}

function newTokens(
  shape: PairShape,
  random: Random,
  moment: string,
): { access: string; refresh: string; answer: string } {
  const access = newSecret(shape.access, random, moment + shape.mark)
  const refresh = newSecret(shape.refresh, random, moment)
  // Tokens contain no character that JSON escapes.
  const answer = `{"access_token":"${access}","token_type":"${shape.type}","expires_in":${accessIdleSeconds},"refresh_token":"${refresh}"${shape.more(access)}}`
  return { access, refresh, answer }
}
