// Handles POST /v1/revoke (RFC 7009): revokes the chain of a refresh token, or one access token.
import type { WebHandler } from '../../base/web.ts'
import type { EndpointParts } from '../endpoint-parts.ts'
import { fail } from '../errors.ts'
import { revokeChain, revokeOne } from '../grants/revocation.ts'
import { readParameters, requireForm } from '../token/check-request.ts'
import { TokenContext } from '../token/context.ts'
import { type ClientLane, literalClients } from '../token/endpoint.ts'
import { pairDigest } from '../tokens/pair-digest.ts'
import { pairByAccess, pairByRefresh } from '../tokens/pair-statements.ts'

export const revokeEndpoint =
  (parts: EndpointParts, { lane, authenticate, failure }: ClientLane = literalClients): WebHandler =>
  async request => {
    const context = new TokenContext(parts, request, 0, lane)
    try {
      requireForm(context)
      readParameters(context)
      await authenticate(context)
      const token = context.parameters.get('token')
      if (token === undefined) fail('invalidRequest', 'The parameter token is missing.')
      await revoke(context, pairDigest(token))
      // The body has no meaning, but some client libraries require JSON.
      const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
      return { status: 200, headers, body: '{}' }
    } catch (error) {
      return failure(error, parts)
    }
  }

async function revoke({ parts, application }: TokenContext, digest: string): Promise<void> {
  const { store, clock } = parts
  const [byRefresh] = await store.rows(pairByRefresh(store.dialect, { digest }))
  if (byRefresh) {
    if (byRefresh.client_id !== application.clientId) return
    const end = { reason: 'revoked-by-application', by: null } as const
    await store.write(tx => revokeChain(tx, store, byRefresh.chain, clock, end))
    return
  }
  const [byAccess] = await store.rows(pairByAccess(store.dialect, { digest }))
  if (byAccess?.client_id === application.clientId) await store.write(tx => revokeOne(tx, store, digest, clock))
}
