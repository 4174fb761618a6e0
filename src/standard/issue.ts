// Issues the code that a person has allowed, with what the standard issuer keeps of the grant and of the client.
import { issueCode } from '../oauth/authorize/endpoint.ts'
import type { EndpointParts } from '../oauth/endpoint-parts.ts'
import type { SignedInUser } from '../sign-in/attempt.ts'
import type { Tx } from '../storage/store.ts'
import { keepClient } from './clients/documents.ts'
import type { StandardFacts } from './facts.ts'
import { allowDevice } from './grants/device-answer.ts'
import type { StandardRequest } from './request.ts'

const factsOf = ({ resource, scope, redirectUri, login, nonce, boundKey }: StandardRequest): StandardFacts => ({
  ...{ resource, scope, redirectUri },
  ...(login === undefined ? {} : { login }),
  ...(nonce === null ? {} : { nonce }),
  ...(boundKey === null ? {} : { boundKey }),
})

/** Returns the redirect that has the code. */
export async function issueStandardCode(
  tx: Tx,
  parts: EndpointParts,
  request: StandardRequest,
  who: SignedInUser,
): Promise<string> {
  if (request.device !== undefined) return allowDevice(tx, parts, request, who, JSON.stringify(factsOf(request)))
  const { clientId, document } = request
  if (document !== null) await keepClient(tx, parts, clientId, document)
  return issueCode(tx, parts, request, { ...who, provider: request.provider ?? null }, JSON.stringify(factsOf(request)))
}
