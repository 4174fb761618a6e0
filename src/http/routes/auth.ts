// Answers what callers ask about tokens, their own grants and their remembered browsers.
import { parse as parseQuery } from 'node:querystring'
import type { Caller } from '../../accounts/caller.ts'
import { refuse } from '../../base/errors.ts'
import { isObject, member } from '../../base/json.ts'
import { whenReady } from '../../base/maybe-promise.ts'
import { bearerChallenge, header, jsonAnswer, type WebAnswer } from '../../base/web.ts'
import { tokenValid, verifyToken } from '../../oauth/endpoints/token-valid.ts'
import type { AskedGrants } from '../../oauth/grants/own-grants.ts'
import type { AuthorizationServer } from '../../oauth/index.ts'
import { requireScope } from '../../oauth/scope.ts'
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

const pageSize = { fallback: 200, most: 500 }

export function grantHandlers({
  ownGrants,
  currentBrowser,
}: Pick<AuthorizationServer, 'ownGrants' | 'currentBrowser'>) {
  const list: Handler = async request => shown(await ownGrants.list(callerOf(request), askedGrants(request.query)))
  const revoke: Handler = async request => shown(await ownGrants.revoke(callerOf(request), request.params.id as string))
  const browsers: Handler = async request => {
    const caller = callerOf(request)
    const current = currentBrowser(request, caller)
    return shown(await ownGrants.browsers(caller, textIn(parseQuery(request.query), 'User'), current))
  }
  const forgetOne: Handler = async request => {
    const user = textIn(parseQuery(request.query), 'User')
    return shown(await ownGrants.forgetOne(callerOf(request), user, request.params.id as string))
  }
  const forget: Handler = async request =>
    shown(await ownGrants.forget(callerOf(request), textIn(bodyOf(request), 'User')))
  return { list, revoke, browsers, forgetOne, forget }
}

/** POST /v1/password: a caller with a session gets the cookie of the one that takes its place. */
export const passwordHandler =
  ({ changeOwnPassword }: Pick<AuthorizationServer, 'changeOwnPassword'>): Handler =>
  async request => {
    const caller = callerOf(request)
    requireScope(caller, 'write')
    const body = bodyOf(request)
    const needed = (name: string): string => textIn(body, name) ?? refuse('Required', name, `${name} is needed.`)
    const change = { old: needed('OldPassword'), next: needed('NewPassword') }
    const cookie = await changeOwnPassword(caller, change, request)
    const answer = shown({ Code: 0 })
    return cookie === null ? answer : { ...answer, headers: { ...answer.headers, 'set-cookie': cookie } }
  }

function askedGrants(query: string): AskedGrants {
  const asked = parseQuery(query)
  const limit = Number(textIn(asked, 'Limit') ?? pageSize.fallback)
  if (!Number.isInteger(limit) || limit < 1 || limit > pageSize.most) {
    refuse('InvalidValue', 'Limit', `Limit is a whole number from 1 to ${pageSize.most}.`)
  }
  const ended = textIn(asked, 'Ended') ?? 'false'
  if (ended !== 'true' && ended !== 'false') refuse('InvalidValue', 'Ended', 'Ended is true or false.')
  return { user: textIn(asked, 'User'), ended: ended === 'true', after: textIn(asked, 'After'), limit }
}

const shown = (content: object): WebAnswer => jsonAnswer(JSON.stringify(content))

const callerOf = ({ caller }: RouteRequest): Caller => caller ?? refuse('InvalidToken', '', 'Token is invalid')

const bodyOf = ({ body }: RouteRequest): unknown => (body.trim() === '' ? {} : parseBody(body))

/** A member of a query or a body whatever its letter case; null when it is left out, or empty. */
function textIn(source: unknown, name: string): string | null {
  const found = isObject(source) ? member(source, name) : null
  if (found === undefined || found === null || found === '') return null
  return typeof found === 'string' ? found : refuse('WrongType', name, `${name} is a text.`)
}
