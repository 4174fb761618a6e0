// Answers requests about the caller's tokens, grants and remembered browsers.
import { parse as parseQuery } from 'node:querystring'
import type { Caller } from '../../accounts/caller.ts'
import { Problems, refuse } from '../../base/errors.ts'
import { whenReady } from '../../base/scheduling/maybe-promise.ts'
import { isObject, member } from '../../base/text/json.ts'
import { bearerChallenge, header, jsonAnswer, type WebAnswer } from '../../base/web.ts'
import { tokenValid, verifyToken } from '../../oauth/endpoints/token-valid.ts'
import { type GrantKind, grantKinds } from '../../oauth/grants/grants.ts'
import type { GrantFilter } from '../../oauth/grants/own-grants.ts'
import type { AuthorizationServer } from '../../oauth/index.ts'
import { requireScope } from '../../oauth/scope.ts'
import { bearerToken } from '../../oauth/tokens/bearer.ts'
import type { ChangeOwnPassword } from '../../sessions/own-password.ts'
import { type OwnProfile, type ProfileChange, profileFields } from '../../sessions/own-profile.ts'
import { rememberedCookie } from '../../sign-in/known-browsers.ts'
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

interface GrantParts {
  readonly authorization: Pick<AuthorizationServer, 'ownGrants'>
  readonly origin: () => string
}

export function grantHandlers({ authorization: { ownGrants }, origin }: GrantParts) {
  const list: Handler = async request => shown(await ownGrants.list(callerOf(request), askedGrants(request.query)))
  const revoke: Handler = async request => {
    const reason = textIn(parseQuery(request.query), 'Reason')?.trim() || null
    return shown(await ownGrants.revoke(callerOf(request), request.params.id as string, reason))
  }
  const browsers: Handler = async request => {
    const caller = callerOf(request)
    // Only a session of the console shows that the request comes from the browser itself.
    const current = caller.session ? rememberedCookie(request, origin().startsWith('https:')) : null
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

/** POST /v1/password: a caller with a session gets the cookie of a new session in its place. */
export const passwordHandler =
  ({ changeOwnPassword }: { readonly changeOwnPassword: ChangeOwnPassword }): Handler =>
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

/** GET and PATCH /v1/profile */
export function profileHandlers({ ownProfile }: { readonly ownProfile: OwnProfile }) {
  const read: Handler = async request => {
    const caller = callerOf(request)
    requireScope(caller, 'read')
    return shown({ Code: 0, Profile: await ownProfile.read(caller) })
  }
  const change: Handler = async request => {
    const caller = callerOf(request)
    requireScope(caller, 'write')
    await ownProfile.change(caller, profileIn(bodyOf(request)))
    return shown({ Code: 0, Profile: await ownProfile.read(caller) })
  }
  return { read, change }
}

function profileIn(body: unknown): ProfileChange {
  if (!isObject(body)) return refuse('InvalidRequest', '', 'The body is a JSON object.')
  const problems = new Problems()
  const change: ProfileChange = {}
  for (const [name, value] of Object.entries(body)) {
    const field = profileFields.find(one => one.toLowerCase() === name.toLowerCase())
    if (!field) {
      problems.add('UnknownField', name, suggest => `${name} is no field of a profile.${suggest(name, profileFields)}`)
    } else if (value === null || typeof value === 'string') change[field] = value
    else problems.add('WrongType', name, `${name} is a text.`)
  }
  problems.throwIfAny()
  return change
}

function askedGrants(query: string): GrantFilter {
  const asked = parseQuery(query)
  const limit = Number(textIn(asked, 'Limit') ?? pageSize.fallback)
  if (!Number.isInteger(limit) || limit < 1 || limit > pageSize.most) {
    refuse('InvalidValue', 'Limit', `Limit is a whole number from 1 to ${pageSize.most}.`)
  }
  const ended = textIn(asked, 'Ended') ?? 'false'
  if (ended !== 'true' && ended !== 'false') refuse('InvalidValue', 'Ended', 'Ended is true or false.')
  const kind = textIn(asked, 'Kind')
  const isKind = (value: string): value is GrantKind => grantKinds.some(name => name === value)
  if (kind !== null && !isKind(kind)) refuse('InvalidValue', 'Kind', `Kind is ${grantKinds.join(' or ')}.`)
  return { user: textIn(asked, 'User'), kind, ended: ended === 'true', after: textIn(asked, 'After'), limit }
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
