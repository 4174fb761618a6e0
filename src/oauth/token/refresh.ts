// Checks a refresh token in order and rotates it once into a new pair (grant_type=refresh_token).

import { type MaybePromise, whenReady } from '../../base/scheduling/maybe-promise.ts'
import { derivedRandom } from '../../base/secrets/derived-random.ts'
import type { Random } from '../../base/secrets/secret.ts'
import { prefixes } from '../../entities/rules/credentials.ts'
import { matchesOne } from '../../entities/rules/redirect-uri.ts'
import type { EndpointParts } from '../endpoint-parts.ts'
import { fail } from '../errors.ts'
import { revokeChain } from '../grants/revocation.ts'
import { isNarrower } from '../scope.ts'
import { mayRetry } from '../tokens/lifetimes.ts'
import { pairDigest } from '../tokens/pair-digest.ts'
import { type NewPair, type PairRow, pairByRefresh, rotatePair } from '../tokens/pair-statements.ts'
import type { TokenCheck, TokenContext } from './context.ts'
import { answerAgain, newPair } from './pair.ts'

/** The first and the last checks, between which each issuer has its own. */
export const findRefresh: readonly TokenCheck[] = [findRefreshToken, requireNotRevoked]
export const rotateOrRepeat: readonly TokenCheck[] = [
  repeatAnswerOrRefuse,
  requireLiveToken,
  narrowScope,
  requireUser,
  rotate,
]

export const refresh: readonly TokenCheck[] = [...findRefresh, requireRegisteredRedirectUri, ...rotateOrRepeat]

function findRefreshToken(context: TokenContext): MaybePromise<void> {
  const { parts, parameters, application, lane } = context
  const token = parameters.get('refresh_token')
  if (token === undefined) fail('invalidRequest', 'The parameter refresh_token is missing.')
  const digest = pairDigest(token)
  return whenReady<NewPair | undefined, void>(parts.issued.get(digest) ?? storedPair(parts, digest), row => {
    if (row?.client_id !== application.clientId || !token.startsWith(prefixes[lane.refreshKind])) {
      fail('invalidRefreshToken', 'The refresh token is invalid or expired.')
    }
    context.refreshToken = token
    context.refresh = { ...untouched, ...row }
  })
}

const untouched = { used: null, next: null, revoked: null, access_revoked: null }

async function storedPair({ store }: EndpointParts, digest: string): Promise<PairRow | undefined> {
  const [row] = await store.rows(pairByRefresh(store.dialect, { digest }))
  return row
}

const used = (): never => fail('refreshTokenUsed', 'The refresh token was used before, or revoked.')

function requireNotRevoked(context: TokenContext): void {
  if (context.refresh.revoked === null) return
  context.refusal = 'revoked'
  used()
}

function requireRegisteredRedirectUri({ parameters, application, parts }: TokenContext): void {
  const uri = parameters.get('redirect_uri')
  if (uri !== undefined && !matchesOne(uri, application.redirectUris, parts.policy.loopbackRedirects)) {
    fail('redirectUriDiffers', 'The redirect_uri is not the registered one.')
  }
}

/** A consumed token returns its successor again for a while; after that, its use is a sign of theft. */
function repeatAnswerOrRefuse(context: TokenContext): MaybePromise<void> {
  if (context.refresh.used !== null) return repeatAnswer(context, context.refresh.used)
}

async function repeatAnswer(context: TokenContext, usedAt: number): Promise<void> {
  const { parts, now } = context
  if (!mayRetry(usedAt, parts.storeClock.common(now), parts.policy.retrySeconds)) return refuseRepeated(context)
  const answer = derivedAgain(context, await parts.retrySalts.kept(usedAt))
  if (answer === null) {
    // This is no sign of theft, so the chain is not revoked.
    parts.onFault(new Error('A pair cannot be derived again: its salt is gone, or nodes have different secret-keys'))
    return used()
  }
  context.answer = answer
}

/** The answer of the first request; null when it cannot be derived. A node without the common key derives without it. */
function derivedAgain(
  { parts, shape, refresh: { next }, refreshToken }: TokenContext,
  salt: string | null,
): string | null {
  if (salt === null || next === null) return null
  const key = parts.commonKey()
  const again = (pepper: string | null) => answerAgain(next, shape, randomOfNext(refreshToken, salt, pepper))
  return again(key) ?? (key === null ? null : again(null))
}

/**
 * The source of the next pair's tokens: the previous refresh token, which the store does not have, the salt of its
 * minute, which the store deletes after some minutes, and the key of the installation.
 */
const randomOfNext = (refreshToken: string, salt: string, key: string | null): Random =>
  derivedRandom(refreshToken, salt, 'clientele next pair', key)

async function refuseRepeated(context: TokenContext): Promise<void> {
  const { parts, refresh: row } = context
  if (parts.policy.refreshReuse === 'revoke') {
    const end = { reason: 'refresh-token-reused', by: null } as const
    await parts.store.write(tx => revokeChain(tx, parts.store, row.chain, parts.clock, end))
  }
  context.refusal = 'refresh-token-reused'
  used()
}

function requireLiveToken(context: TokenContext): void {
  if (context.now < context.refresh.refresh_expires) return
  context.refusal = 'expired'
  fail('invalidRefreshToken', 'The refresh token is invalid or expired.')
}

/** A refresh may narrow the scope for good, never widen it. */
function narrowScope(context: TokenContext): void {
  const asked = context.parameters.get('scope')
  if (asked === undefined) {
    context.scope = context.refresh.scope
    return
  }
  const scope = context.lane.parseScope(asked)
  if (!scope || !isNarrower(scope, context.refresh.scope.split(' '))) {
    fail('invalidScope', 'The scope is unknown, or wider than what was granted.')
  }
  context.scope = scope.join(' ')
}

function requireUser(context: TokenContext): MaybePromise<void> {
  const { parts, refresh: row } = context
  return whenReady(parts.callers.find(row.db, row.uid), person => {
    if (person && row.began > person.sessionsFrom) return
    context.refusal = person ? 'password-changed' : 'user-disabled'
    used()
  })
}

async function rotate(context: TokenContext): Promise<void> {
  const { parts, refresh: row, refreshToken, scope, now } = context
  const { store } = parts
  const salted = parts.retrySalts.of(parts.storeClock.common(now))
  const salt = typeof salted === 'string' ? salted : await salted
  const random = randomOfNext(refreshToken, salt, parts.commonKey())
  const pair = newPair(parts, { ...row, scope }, now, random, context.shape)
  const [consume, ...more] = rotatePair(store.dialect, row.refresh, pair.row)
  const consumed = await store.write(async tx => {
    const deferred = tx.defer(consume)
    for (const query of more) tx.defer(query)
    return deferred
  })
  parts.issued.delete(row.refresh)
  if ((await consumed.count) === 1) {
    parts.issued.set(pair.row.refresh, pair.row)
    context.answer = pair.answer
    return
  }
  // A concurrent request with the same token, or a revocation, came first: read the pair again and answer accordingly.
  await findRefreshToken(context)
  requireNotRevoked(context)
  await repeatAnswerOrRefuse(context)
}
