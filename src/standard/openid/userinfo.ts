// Answers who the person of an access token is (OpenID Connect Core 5.3), and publishes the keys of ID tokens.
import type { Caller } from '../../accounts/caller.ts'
import {
  bearerChallenge,
  header,
  jsonAnswer,
  jsonType,
  type WebAnswer,
  type WebHandler,
  type WebRequest,
} from '../../base/web.ts'
import type { EndpointParts } from '../../oauth/endpoint-parts.ts'
import { Parameters } from '../../oauth/parameters.ts'
import { grantById } from '../../oauth/statements.ts'
import { bearerToken } from '../../oauth/tokens/bearer.ts'
import type { BearerTokens } from '../../oauth/tokens/bearer-tokens.ts'
import { type BoundCaller, BoundTokenRefusal } from '../dpop/bound-caller.ts'
import { bindingOf, boundToken } from '../dpop/bound-token.ts'
import { factsIn } from '../facts.ts'
import { claimsOf } from './claims.ts'
import type { SigningKeys } from './signing-keys.ts'

interface UserinfoParts {
  readonly endpoints: Pick<EndpointParts, 'store'>
  /** The tokens of every resource, since each may have the scope `openid`. */
  readonly kinds: readonly BearerTokens[]
  readonly bound: BoundCaller
  readonly path: string
}

const challenged = (status: 401 | 403, challenge: string, error: string): WebAnswer => ({
  status,
  headers: { 'content-type': jsonType, 'cache-control': 'no-store', 'www-authenticate': challenge },
  body: JSON.stringify({ error }),
})

/** RFC 6750, 3.1: the status, and the error that both the header and the body name. */
const refusal = (status: 401 | 403, error?: 'invalid_token' | 'insufficient_scope'): WebAnswer =>
  challenged(status, bearerChallenge(error)['www-authenticate'] as string, error ?? 'invalid_request')

/** RFC 6750, 2.2: OpenID Connect lets clients send the token in a form. */
function formToken({ method, headers, body }: WebRequest): string | null {
  const isForm = method === 'POST' && String(headers['content-type']).startsWith('application/x-www-form-urlencoded')
  return isForm ? (new Parameters(body).get('access_token') ?? null) : null
}

function refusedBound(error: unknown): BoundTokenRefusal {
  if (error instanceof BoundTokenRefusal) return error
  throw error
}

export function userinfo({ endpoints: { store }, kinds, bound, path }: UserinfoParts): WebHandler {
  const judged = async (request: WebRequest): Promise<Caller | null | undefined> => {
    const authorization = header(request, 'authorization')
    const ofKey = boundToken(authorization)
    if (ofKey !== null) {
      const resource = bindingOf(ofKey)?.resource ?? 'userinfo'
      return bound(ofKey, resource, { headers: request.headers, method: request.method, path })
    }
    const token = bearerToken(authorization) ?? (authorization === undefined ? formToken(request) : null)
    if (token === null) return undefined
    for (const kind of kinds) {
      const found = await kind.judge(token)
      if (found) return found.caller
    }
    return null
  }
  return async request => {
    const caller = await judged(request).catch(refusedBound)
    if (caller instanceof BoundTokenRefusal) return challenged(401, caller.challenge, 'invalid_token')
    if (!caller) return refusal(401, caller === null ? 'invalid_token' : undefined)
    const [grant] = caller.chain === null ? [] : await store.rows(grantById(store.dialect, { id: caller.chain }))
    if (!caller.scope.includes('openid') || !grant) return refusal(403, 'insufficient_scope')
    const claims = await claimsOf(store, caller, factsIn(grant.standard), caller.scope)
    const answer = jsonAnswer(JSON.stringify(claims))
    return { ...answer, headers: { ...answer.headers, 'cache-control': 'no-store' } }
  }
}

export const keySet =
  (keys: SigningKeys): WebHandler =>
  async () => ({
    status: 200,
    headers: { 'content-type': jsonType, 'cache-control': 'public, max-age=900' },
    body: JSON.stringify({ keys: await keys.published() }),
  })
