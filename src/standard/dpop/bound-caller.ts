// Finds the caller behind a token that is bound to a key, for the routes of every resource.
import type { Caller } from '../../accounts/caller.ts'
import { Refusal } from '../../base/errors.ts'
import { header, type WebRequest } from '../../base/web.ts'
import { OAuthError } from '../../oauth/errors.ts'
import type { BearerTokens } from '../../oauth/tokens/bearer-tokens.ts'
import type { ResourceName } from '../resource.ts'
import { bindingOf } from './bound-token.ts'
import { type ProofParts, proofAlgorithms, provedKey } from './proof.ts'

/** A refusal whose challenge has the scheme of RFC 9449. */
export class BoundTokenRefusal extends Refusal {
  readonly challenge: string

  constructor(error: 'invalid_token' | 'invalid_dpop_proof', message: string) {
    super([{ error: 'InvalidToken', path: '', message }])
    this.challenge = `DPoP realm="Clientele", error="${error}", algs="${proofAlgorithms.join(' ')}"`
  }
}

interface BoundCallerParts extends ProofParts {
  readonly tokens: BearerTokens
  readonly origin: () => string
}

interface BoundRequest extends Pick<WebRequest, 'headers' | 'method'> {
  readonly path: string
}

export type BoundCaller = (
  token: string,
  resource: ResourceName,
  request: BoundRequest,
  again?: boolean,
) => Promise<Caller>

/** The token is looked at before its proof, so that made-up tokens write nothing; `again` has the proof of the first look. */
export const createBoundCaller =
  ({ tokens, origin, ...parts }: BoundCallerParts): BoundCaller =>
  async (token, resource, request, again = false) => {
    const binding = bindingOf(token)
    const known = binding?.resource === resource ? await tokens.peek(token) : null
    if (!binding || !known) throw new BoundTokenRefusal('invalid_token', 'Token is invalid')
    if (!again) {
      const proof = header(request, 'dpop') ?? ''
      const asked = { method: request.method, url: origin() + request.path, accessToken: token }
      const key = await provedKey(parts, proof, asked).catch(refusedProof)
      if (key !== binding.key) throw new BoundTokenRefusal('invalid_token', 'The token is bound to another key.')
    }
    const found = await tokens.judge(token, again)
    if (!found) throw new BoundTokenRefusal('invalid_token', 'Token is invalid')
    return found.caller
  }

function refusedProof(error: unknown): never {
  if (error instanceof OAuthError) throw new BoundTokenRefusal('invalid_dpop_proof', error.message)
  throw error
}
