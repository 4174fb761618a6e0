// The routes of the authorization server, its sign-in pages, and the two questions about a token.
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../accounts/caller.ts'
import { refuse } from '../../base/errors.ts'
import type { Settings } from '../../config/settings.ts'
import { tokenValid, verifyToken } from '../../oauth/endpoints/token-valid.ts'
import type { AuthorizationServer } from '../../oauth/index.ts'
import type { Route } from '../route.ts'
import { quickWeb } from '../web.ts'

/** Nothing that is sent to these is large. */
const bodyLimit = 64 * 1024

export function authRoutes({ authPrefix, apiPrefix }: Settings, server: AuthorizationServer): readonly Route[] {
  const { signIn, access, ownGrants } = server
  const page = { method: 'GET', body: 'none', auth: 'none', face: 'page' } as const
  const form = { method: 'POST', body: 'text', auth: 'none', face: 'page', bodyLimit } as const
  const oauth = { method: 'POST', body: 'text', auth: 'none', face: 'oauth', cors: true, bodyLimit } as const
  const document = { method: 'GET', body: 'none', auth: 'none', face: 'oauth', cors: true } as const
  const question = { auth: 'none', face: 'envelope', cors: true } as const
  const own = { auth: 'bearer', face: 'envelope', cors: true } as const
  const v1 = `${authPrefix}/v1`
  const wellKnown = '/.well-known/oauth-authorization-server'
  return [
    { ...page, path: `${v1}/authorize`, operation: 'authorize', web: server.authorize },
    { ...oauth, path: `${v1}/token`, operation: 'token', web: server.token, quick: quickWeb(server.token) },
    { ...oauth, path: `${v1}/revoke`, operation: 'revoke', web: server.revoke },
    { ...oauth, path: `${v1}/introspect`, operation: 'introspect', web: server.introspect },
    { ...document, path: `${authPrefix}${wellKnown}`, operation: 'metadata', web: server.metadata },
    // RFC 8414 puts the well-known part before the issuer's own path.
    { ...document, path: `${wellKnown}${authPrefix}`, operation: 'metadata', web: server.metadata },
    { ...page, path: `${v1}/sign-in/:attempt`, operation: 'sign-in', web: signIn.show },
    { ...form, path: `${v1}/sign-in/:attempt/:step`, operation: 'sign-in', web: signIn.step },
    { ...page, path: `${v1}/sign-in/:attempt/sso`, operation: 'sign-in', web: signIn.beginSso },
    { ...page, path: `${v1}/sso/callback`, operation: 'sign-in', web: signIn.endSso },
    { ...page, path: `${v1}/link/:link`, operation: 'sign-in', web: signIn.openLink },
    { ...form, path: `${v1}/link/:link`, operation: 'sign-in', web: signIn.pressLink },
    {
      ...own,
      method: 'GET',
      path: `${v1}/grants`,
      body: 'none',
      operation: 'grants',
      handler: request => ownGrants.list(callerOf(request), userIn(request.query)),
    },
    {
      ...own,
      method: 'DELETE',
      path: `${v1}/grants/:id`,
      body: 'none',
      operation: 'grants',
      handler: request => ownGrants.revoke(callerOf(request), (request.params as { id: string }).id),
    },
    {
      ...own,
      method: 'POST',
      path: `${v1}/forget-browsers`,
      body: 'json',
      operation: 'forget-browsers',
      handler: request => ownGrants.forget(callerOf(request), userIn(request.body)),
    },
    {
      ...question,
      method: 'POST',
      path: `${apiPrefix}/TokenValid`,
      // Not as JSON: whatever stands in the body, the answer is HTTP 200.
      body: 'text',
      operation: 'TokenValid',
      handler: (request, reply) => {
        reply.header('content-type', 'application/json; charset=utf-8')
        const answer = tokenValid(access, request.headers.authorization, String(request.body ?? ''))
        if (answer instanceof Promise) return answer
        reply.send(answer)
        return undefined
      },
      quick: ({ headers, body }) => tokenValid(access, headers.authorization as string | undefined, body),
    },
    {
      ...question,
      method: 'GET',
      path: `${apiPrefix}/VerifyToken`,
      body: 'none',
      operation: 'VerifyToken',
      handler: async (request, reply) => {
        const status = await verifyToken(access, request.headers.authorization)
        if (status === 401) reply.header('www-authenticate', 'Bearer realm="Clientele", error="invalid_token"')
        return reply.code(status).send('')
      },
    },
  ]
}

const callerOf = ({ caller }: FastifyRequest): Caller => caller ?? refuse('InvalidToken', '', 'Token is invalid')

/** The member `User` of a query or a body: whose grants are meant; null for the caller's own. */
function userIn(source: unknown): string | null {
  if (typeof source !== 'object' || source === null) return null
  const found = Object.entries(source).find(([name]) => name.toLowerCase() === 'user')?.[1] as unknown
  if (found === undefined || found === null || found === '') return null
  return typeof found === 'string' ? found : refuse('WrongType', 'User', 'User is the Uid of a user, a text.')
}
