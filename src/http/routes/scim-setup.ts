// Answers administrators who set up SCIM: tokens of providers, and who takes over the records of users who leave.
import { type Caller, isFresh } from '../../accounts/caller.ts'
import { type Clock, seconds } from '../../base/clock.ts'
import { Problems, refuse } from '../../base/errors.ts'
import { isObject, member, nameOf } from '../../base/text/json.ts'
import { jsonAnswer } from '../../base/web.ts'
import type { Settings } from '../../config/settings.ts'
import { isoDateTime } from '../../fields/moment.ts'
import { requireScope } from '../../oauth/scope.ts'
import type { ScimSettings } from '../../scim/settings.ts'
import type { NewScimToken, ScimToken } from '../../scim/tokens.ts'
import { parseBody } from '../bodies.ts'
import type { Handler, Route, RouteRequest } from '../route.ts'
import { bodyLimit } from './kinds.ts'
import type { ScimRouteParts } from './scim.ts'

export interface ScimSetupParts extends ScimRouteParts {
  readonly settings: Settings
  readonly clock: Clock
}

const asked = {
  auth: 'bearer',
  face: 'envelope',
  cors: true,
  operation: 'scim-setup',
  secret: true,
  bodyLimit,
} as const

export function scimSetupRoutes({ settings, scim, clock }: ScimSetupParts): readonly Route[] {
  const path = `${settings.authPrefix}/v1/scim`
  type Work = (caller: Caller, request: RouteRequest) => Promise<object>
  const forAdministrators = (access: 'read' | 'write', work: Work): Handler => {
    return async request => {
      const caller = request.caller as Caller
      requireScope(caller, access)
      if (!caller.admin) refuse('AdministratorRequired', '', 'Only an administrator may set up SCIM.')
      if (access === 'write' && !isFresh(caller, seconds(clock))) {
        refuse('FreshProof', '', 'Sign in again to change SCIM: the last sign-in is too long ago.')
      }
      return jsonAnswer(JSON.stringify({ Code: 0, ...(await work(caller, request)) }))
    }
  }
  const shown = async (db: number): Promise<object> => {
    const { successor, byManager } = await scim.settings(db)
    const tokens = await scim.tokens.list(db)
    const Scim = { Address: scim.base(), Successor: successor, ByManager: byManager, Tokens: tokens.map(shownToken) }
    return { Scim }
  }
  const handlers = {
    show: forAdministrators('read', ({ db }) => shown(db)),
    set: forAdministrators('write', async (caller, { body }) => {
      await scim.setSettings(caller, settingsIn(body))
      return shown(caller.db)
    }),
    create: forAdministrators('write', async (caller, { body }) => {
      const { id, secret } = await scim.tokens.create(caller, tokenIn(body))
      return { Token: secret, Id: id, ...(await shown(caller.db)) }
    }),
    revoke: forAdministrators('write', async (caller, { params }) => {
      if (!(await scim.tokens.revoke(caller, params.id as string))) {
        refuse('UnknownKey', 'Id', 'There is no such token, or it was revoked.')
      }
      return shown(caller.db)
    }),
  }
  return [
    { ...asked, method: 'GET', path, body: 'none', handler: handlers.show },
    { ...asked, method: 'PUT', path, body: 'text', handler: handlers.set },
    { ...asked, method: 'POST', path: `${path}/tokens`, body: 'text', handler: handlers.create },
    { ...asked, method: 'DELETE', path: `${path}/tokens/:id`, body: 'none', handler: handlers.revoke },
  ]
}

const dateOrNull = (at: number | null): string | null => (at === null ? null : isoDateTime(at))

const shownToken = ({ id, name, created, createdBy, used, expires }: ScimToken) => ({
  Id: id,
  Name: name,
  Created: isoDateTime(created),
  CreatedBy: createdBy,
  LastUsed: dateOrNull(used),
  Expires: dateOrNull(expires),
})

function objectIn(body: string): Record<string, unknown> {
  const parsed = parseBody(body)
  return isObject(parsed) ? parsed : refuse('InvalidRequest', '', `The body is a JSON object, not ${nameOf(parsed)}.`)
}

function tokenIn(body: string): NewScimToken {
  const given = objectIn(body)
  const problems = new Problems()
  const [name, days] = [member(given, 'Name') ?? '', member(given, 'Days') ?? null]
  if (typeof name !== 'string') problems.add('WrongType', 'Name', `Name is a text, not ${nameOf(name)}.`)
  if (days !== null && typeof days !== 'number') {
    problems.add('WrongType', 'Days', `Days is a number, not ${nameOf(days)}.`)
  }
  problems.throwIfAny()
  return { name: name as string, days: days as number | null }
}

/** A member that is left out is as without a set-up. */
function settingsIn(body: string): ScimSettings {
  const given = objectIn(body)
  const problems = new Problems()
  const [successor, byManager] = [member(given, 'Successor') ?? null, member(given, 'ByManager') ?? false]
  if (successor !== null && typeof successor !== 'string') {
    problems.add('WrongType', 'Successor', `Successor is the Uid of a user, not ${nameOf(successor)}.`)
  }
  if (typeof byManager !== 'boolean') {
    problems.add('WrongType', 'ByManager', `ByManager is a boolean, not ${nameOf(byManager)}.`)
  }
  problems.throwIfAny()
  return { successor: (successor as string | null) || null, byManager: byManager as boolean }
}
