// Handles POST /v1/introspect (RFC 7662): a confidential client asks about its own token, which does not slide.
import { seconds } from '../../base/clock.ts'
import type { WebHandler } from '../../base/web.ts'
import { prefixes } from '../../entities/rules/credentials.ts'
import type { EndpointParts } from '../endpoint-parts.ts'
import { fail } from '../errors.ts'
import { readParameters, requireForm } from '../token/check-request.ts'
import { TokenContext } from '../token/context.ts'
import { type ClientLane, literalClients } from '../token/endpoint.ts'
import { pairDigest } from '../tokens/pair-digest.ts'
import { pairByRefresh } from '../tokens/pair-statements.ts'

const inactive = { active: false }

export const introspectEndpoint =
  (parts: EndpointParts, { lane, authenticate, failure }: ClientLane = literalClients): WebHandler =>
  async request => {
    const context = new TokenContext(parts, request, seconds(parts.clock), lane)
    try {
      requireForm(context)
      readParameters(context)
      await authenticate(context)
      if (context.application.isPublic) fail('unauthorizedClient', 'Only a confidential client may introspect tokens.')
      const token = context.parameters.get('token')
      if (token === undefined) fail('invalidRequest', 'The parameter token is missing.')
      const answer = (await describeAccess(context, token)) ?? (await describeRefresh(context, token)) ?? inactive
      return {
        status: 200,
        headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
        body: JSON.stringify(answer),
      }
    } catch (error) {
      return failure(error, parts)
    }
  }

/** Tokens of other applications and personal access tokens are reported as inactive. */
async function describeAccess({ parts, application, lane }: TokenContext, token: string): Promise<object | null> {
  const found = await parts.bearerTokens.peek(token)
  if (found?.clientId !== application.clientId) return null
  const { caller, expires, created } = found
  return {
    active: true,
    ...lane.confirmationOf(token),
    scope: caller.scope.join(' '),
    client_id: application.clientId,
    sub: lane.subjectOf(caller),
    database: caller.database,
    exp: expires,
    iat: created,
    iss: parts.issuer(),
  }
}

async function describeRefresh(context: TokenContext, token: string): Promise<object | null> {
  const { parts, application, now, lane } = context
  if (!token.startsWith(prefixes[lane.refreshKind])) return null
  const [row] = await parts.store.rows(pairByRefresh(parts.store.dialect, { digest: pairDigest(token) }))
  if (row?.client_id !== application.clientId) return null
  if (row.used !== null || row.revoked !== null || now >= row.refresh_expires) return null
  const person = await parts.callers.find(row.db, row.uid)
  if (!person) return null
  return {
    active: true,
    token_type: 'refresh_token',
    scope: row.scope,
    client_id: application.clientId,
    sub: lane.subjectOf(row),
    database: person.database,
    exp: row.refresh_expires,
    iat: row.created,
    iss: parts.issuer(),
  }
}
