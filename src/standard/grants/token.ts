// Orders the checks of the token endpoint of the standard issuer, which shares most of them with the specification's.
import type { WebAnswer } from '../../base/web.ts'
import type { EndpointParts } from '../../oauth/endpoint-parts.ts'
import { fail, oauthErrors } from '../../oauth/errors.ts'
import type { PairShape } from '../../oauth/lane.ts'
import { isNarrower } from '../../oauth/scope.ts'
import { grantById } from '../../oauth/statements.ts'
import type { TokenCheck, TokenContext } from '../../oauth/token/context.ts'
import { type ClientLane, failureAs, oauthErrorOf, type tokenEndpoint } from '../../oauth/token/endpoint.ts'
import { checkCode, issueFirstPair } from '../../oauth/token/exchange-code.ts'
import { findRefresh, rotateOrRepeat } from '../../oauth/token/refresh.ts'
import {
  factsIn,
  type ResourceName,
  type ResourceUrls,
  resourceOf,
  type StandardFacts,
  standardLane,
} from '../facts.ts'
import { idTokenFor } from '../openid/id-token.ts'
import type { SigningKeys } from '../openid/signing-keys.ts'

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
}

export function standardTokens({ clients, urls, keys }: TokenParts): TokenLane {
  /**
   * A token for the data API has the prefix of all its tokens. Those for other places have others, so that no place has to ask
   * whose it is. The answer names the scope, which may be narrower than the requested one.
   */
  const shapeOf = async (
    context: TokenContext,
    facts: StandardFacts,
    owner: { readonly db: number; readonly uid: string },
    scope: string,
  ): Promise<PairShape> => {
    const idToken = await idTokenFor(context, keys, facts, { ...owner, scope: scope.split(' ') })
    return {
      access: accessKinds[facts.resource],
      refresh: 'standardRefresh',
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
    context.shape = await shapeOf(context, facts, code, code.scope)
  }

  const shapeNextPair: TokenCheck = async context => {
    const { parts, refresh } = context
    const [grant] = await parts.store.rows(grantById(parts.store.dialect, { id: refresh.chain }))
    if (!grant) fail('invalidRefreshToken', 'The refresh token is invalid or expired.')
    // An ID token of a refresh has no nonce (OpenID Connect Core 12.2).
    const { nonce: _, ...facts } = factsIn(grant.standard)
    requireSameResource(context, facts)
    context.shape = await shapeOf(context, facts, refresh, nextScope(context))
  }

  return {
    ...clients,
    grants: {
      authorization_code: [...checkCode, shapeFirstPair, issueFirstPair],
      refresh_token: [...findRefresh, shapeNextPair, ...rotateOrRepeat],
    },
  }
}

/** The scope that a refresh asks for. One that is too wide is refused later, unless the answer is a repeated one. */
function nextScope({ parameters, refresh }: TokenContext): string {
  const asked = parameters.get('scope')
  const narrower = asked === undefined ? null : standardLane.parseScope(asked)
  return narrower && isNarrower(narrower, refresh.scope.split(' ')) ? narrower.join(' ') : refresh.scope
}
