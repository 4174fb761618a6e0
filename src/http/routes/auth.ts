// Answers what callers ask about tokens, their own grants and their remembered browsers.
import { parse as parseQuery } from 'node:querystring'
import type { Caller } from '../../accounts/caller.ts'
import { refuse } from '../../base/errors.ts'
import { whenReady } from '../../base/maybe-promise.ts'
import { bearerChallenge, header, jsonAnswer, type WebAnswer } from '../../base/web.ts'
import { tokenValid, verifyToken } from '../../oauth/endpoints/token-valid.ts'
import type { AuthorizationServer } from '../../oauth/index.ts'
import { bearerToken } from '../../oauth/tokens/bearer.ts'
import { parseBody } from '../bodies.ts'
import type { Handler, RouteRequest } from '../route.ts'

export function tokenQuestions({ bearerTokens }: Pick<AuthorizationServer, 'bearerTokens'>) {
  const valid: Handler = request =>
    whenReady(tokenValid(bearerTokens, header(request, 'authorization'), request.body), text => jsonAnswer(text))
  const verify: Handler = async request => {
    const token = bearerToken(header(request, 'authorization'))
    const status = await verifyToken(bearerTokens, token)
    const challenge = bearerChallenge(token === null ? undefined : 'invalid_token')
    return { status, headers: status === 401 ? challenge : {}, body: '' }
  }
  return { valid, verify }
}

export function grantHandlers({ ownGrants }: Pick<AuthorizationServer, 'ownGrants'>) {
  const list: Handler = async request =>
    shown(await ownGrants.list(callerOf(request), userIn(parseQuery(request.query))))
  const revoke: Handler = async request => shown(await ownGrants.revoke(callerOf(request), request.params.id as string))
  const forget: Handler = async request => {
    const user = userIn(request.body === '' ? null : parseBody(request.body))
    return shown(await ownGrants.forget(callerOf(request), user))
  }
  return { list, revoke, forget }
}

const shown = (content: object): WebAnswer => jsonAnswer(JSON.stringify(content))

const callerOf = ({ caller }: RouteRequest): Caller => caller ?? refuse('InvalidToken', '', 'Token is invalid')

/** The member `User` of a query or a body: whose grants are meant; null for the caller's own. */
function userIn(source: unknown): string | null {
  if (typeof source !== 'object' || source === null) return null
  const found = Object.entries(source).find(([name]) => name.toLowerCase() === 'user')?.[1] as unknown
  if (found === undefined || found === null || found === '') return null
  return typeof found === 'string' ? found : refuse('WrongType', 'User', 'User is the Uid of a user, a text.')
}
