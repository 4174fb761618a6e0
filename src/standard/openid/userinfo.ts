// Answers who the person of an access token is (OpenID Connect Core 5.3), and publishes the keys of ID tokens.
import { bearerChallenge, header, jsonAnswer, jsonType, type WebAnswer, type WebHandler } from '../../base/web.ts'
import type { EndpointParts } from '../../oauth/endpoint-parts.ts'
import { grantById } from '../../oauth/statements.ts'
import { bearerToken } from '../../oauth/tokens/bearer.ts'
import type { BearerTokens } from '../../oauth/tokens/bearer-tokens.ts'
import { factsIn } from '../facts.ts'
import { claimsOf } from './claims.ts'
import type { SigningKeys } from './signing-keys.ts'

interface UserinfoParts {
  readonly endpoints: Pick<EndpointParts, 'store'>
  /** The tokens of every resource, since each may have the scope `openid`. */
  readonly kinds: readonly BearerTokens[]
}

/** RFC 6750, 3.1: the status, and the error that both the header and the body name. */
function refusal(status: 401 | 403, error?: 'invalid_token' | 'insufficient_scope'): WebAnswer {
  const headers = { 'content-type': jsonType, 'cache-control': 'no-store', ...bearerChallenge(error) }
  return { status, headers, body: JSON.stringify({ error: error ?? 'invalid_request' }) }
}

export const userinfo =
  ({ endpoints: { store }, kinds }: UserinfoParts): WebHandler =>
  async request => {
    const token = bearerToken(header(request, 'authorization'))
    if (token === null) return refusal(401)
    for (const kind of kinds) {
      const found = await kind.judge(token)
      if (!found) continue
      const { caller } = found
      const [grant] = caller.chain === null ? [] : await store.rows(grantById(store.dialect, { id: caller.chain }))
      if (!caller.scope.includes('openid') || !grant) return refusal(403, 'insufficient_scope')
      const claims = await claimsOf(store, caller, factsIn(grant.standard), caller.scope)
      const answer = jsonAnswer(JSON.stringify(claims))
      return { ...answer, headers: { ...answer.headers, 'cache-control': 'no-store' } }
    }
    return refusal(401, 'invalid_token')
  }

export const keySet =
  (keys: SigningKeys): WebHandler =>
  async () => ({
    status: 200,
    headers: { 'content-type': jsonType, 'cache-control': 'public, max-age=900' },
    body: JSON.stringify({ keys: await keys.published() }),
  })
