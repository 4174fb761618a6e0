// Orders the checks of the token endpoint of the standard issuer, which shares most of them with the specification's.
import type { MaybePromise } from '../../base/scheduling/maybe-promise.ts'
import { header, type WebAnswer } from '../../base/web.ts'
import type { EndpointParts } from '../../oauth/endpoint-parts.ts'
import { fail, oauthErrors } from '../../oauth/errors.ts'
import type { PairShape } from '../../oauth/lane.ts'
import { isNarrower } from '../../oauth/scope.ts'
import { grantById } from '../../oauth/statements.ts'
import type { TokenCheck, TokenContext } from '../../oauth/token/context.ts'
import { type ClientLane, failureAs, oauthErrorOf, type tokenEndpoint } from '../../oauth/token/endpoint.ts'
import { checkCode, issueFirstPair } from '../../oauth/token/exchange-code.ts'
import { findRefresh, rotateOrRepeat } from '../../oauth/token/refresh.ts'
import { markOf } from '../dpop/bound-token.ts'
import { provedKey } from '../dpop/proof.ts'
import { factsIn, type StandardFacts, standardLane } from '../facts.ts'
import { idTokenFor } from '../openid/id-token.ts'
import type { SigningKeys } from '../openid/signing-keys.ts'
import { type ResourceName, type ResourceUrls, resourceOf } from '../resource.ts'
import { deviceGrant, pollDevice } from './device.ts'

const statuses: Readonly<Record<string, number>> = {
  [oauthErrors.invalidClient.error]: 401,
  [oauthErrors.temporarilyUnavailable.error]: 503,
}

/** RFC 6749, 5.2: a client that cannot be authenticated is answered 401. `error_code` is a member of this service. */
function standardFailure(thrown: unknown, parts: Pick<EndpointParts, 'onFault'>): WebAnswer {
  const error = oauthErrorOf(thrown, parts)
  const answer = failureAs(statuses[error.error] ?? 400, error)
  if (answer.status === 400) return answer
  const more: Record<string, string> =
    answer.status === 401 ? { 'www-authenticate': 'Basic realm="Clientele"' } : { 'retry-after': '5' }
  return { ...answer, headers: { ...answer.headers, ...more } }
}

export const clientLane = (authenticate: TokenCheck): ClientLane => ({
  lane: standardLane,
  authenticate,
  failure: standardFailure,
})

type TokenLane = NonNullable<Parameters<typeof tokenEndpoint>[1]>

const accessKinds = { api: 'access', mcp: 'assistant', userinfo: 'identity' } as const satisfies Readonly<
  Record<ResourceName, PairShape['access']>
>

interface TokenParts {
  readonly clients: ClientLane
  readonly urls: () => ResourceUrls
  readonly keys: SigningKeys
  /** Notes that a client goes on with a grant. */
  readonly noteUse: (clientId: string) => MaybePromise<void>
}

/** The thumbprint of the key of a DPoP proof; null without one. A grant that is bound to a key takes no other. */
async function boundKeyOf(
  { parts, request, application }: TokenContext,
  { boundKey }: StandardFacts,
  isFirst: boolean,
): Promise<string | null> {
  const proof = header(request, 'dpop')
  if (proof === undefined) {
    return boundKey === undefined ? null : fail('invalidDpopProof', 'The grant is bound to a key: send a DPoP proof.')
  }
  const key = await provedKey(parts, proof, { method: 'POST', url: `${parts.issuer()}/token` })
  // The refresh token of a client that authenticates is bound to the client (RFC 9449, 5).
  const isFixed = boundKey !== undefined && (isFirst || application.isPublic)
  if (isFixed && key !== boundKey) fail('invalidDpopProof', 'The grant is bound to another key.')
  // A grant of a public client that began without a key cannot be taken over by one.
  if (boundKey === undefined && !isFirst) fail('invalidDpopProof', 'The grant is bound to no key: send no DPoP proof.')
  return key
}

export function standardTokens({ clients, urls, keys, noteUse }: TokenParts): TokenLane {
  /**
   * A token for the data API has the prefix of all its tokens. Those for other places have others, so that no place has to ask
   * whose it is. The answer names the scope, which may be narrower than the requested one.
   */
  const shapeOf = async (
    context: TokenContext,
    facts: StandardFacts,
    owner: { readonly db: number; readonly uid: string },
    scope: string,
    key: string | null,
  ): Promise<PairShape> => {
    const { resource } = facts
    const idToken = await idTokenFor(context, keys, facts, { ...owner, scope: scope.split(' ') })
    return {
      access: key === null ? accessKinds[resource] : 'bound',
      refresh: 'standardRefresh',
      type: key === null ? 'Bearer' : 'DPoP',
      mark: key === null ? '' : markOf({ resource, key }),
      more: access => `,"scope":${JSON.stringify(scope)}${idToken ? `,"id_token":"${idToken(access)}"` : ''}`,
    }
  }

  /** A client that names the resource again names the same one (RFC 8707, 2.2). */
  const requireSameResource = ({ parameters }: TokenContext, { resource }: StandardFacts): void => {
    const asked = parameters.get('resource')
    if (asked !== undefined && resourceOf(asked, urls()) !== resource) {
      fail('invalidTarget', 'The resource is not the one of the authorize request.')
    }
  }

  const shapeFirstPair: TokenCheck = async context => {
    const { code } = context
    const facts = factsIn(code.standard)
    requireSameResource(context, facts)
    const key = await boundKeyOf(context, facts, true)
    // The grant keeps what its code says.
    if (key !== null) context.code = { ...code, standard: JSON.stringify({ ...facts, boundKey: key }) }
    context.shape = await shapeOf(context, facts, code, code.scope, key)
  }

  const shapeNextPair: TokenCheck = async context => {
    const { parts, refresh } = context
    const [grant] = await parts.store.rows(grantById(parts.store.dialect, { id: refresh.chain }))
    if (!grant) fail('invalidRefreshToken', 'The refresh token is invalid or expired.')
    // An ID token of a refresh has no nonce (OpenID Connect Core 12.2).
    const { nonce: _, ...facts } = factsIn(grant.standard)
    requireSameResource(context, facts)
    const key = await boundKeyOf(context, facts, false)
    context.shape = await shapeOf(context, facts, refresh, nextScope(context), key)
  }

  return {
    ...clients,
    grants: {
      authorization_code: [...checkCode, shapeFirstPair, issueFirstPair],
      [deviceGrant]: pollDevice(shapeFirstPair),
      refresh_token: [
        ...findRefresh,
        shapeNextPair,
        context => noteUse(context.application.clientId),
        ...rotateOrRepeat,
      ],
    },
  }
}

/** The scope that a refresh asks for. One that is too wide is refused later, unless the answer is a repeated one. */
function nextScope({ parameters, refresh }: TokenContext): string {
  const asked = parameters.get('scope')
  const narrower = asked === undefined ? null : standardLane.parseScope(asked)
  return narrower && isNarrower(narrower, refresh.scope.split(' ')) ? narrower.join(' ') : refresh.scope
}
