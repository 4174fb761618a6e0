// Answers users about their second factors, and administrators who set the policy or reset the factors of a user.
import { parse as parseQuery } from 'node:querystring'
import { type Caller, isFresh } from '../../accounts/caller.ts'
import { type Clock, seconds } from '../../base/clock.ts'
import { Problems, refuse } from '../../base/errors.ts'
import { isObject, member } from '../../base/text/json.ts'
import { qrSvg } from '../../base/text/qr-code.ts'
import { jsonAnswer } from '../../base/web.ts'
import type { Settings } from '../../config/settings.ts'
import type { Factors } from '../../factors/factors.ts'
import { type FactorMode, factorModes } from '../../factors/policy.ts'
import { base32, keyUri } from '../../factors/totp.ts'
import { isoDateTime } from '../../fields/moment.ts'
import { requireScope } from '../../oauth/scope.ts'
import type { Look } from '../../pages/look.ts'
import { parseBody } from '../bodies.ts'
import type { Handler, Route, RouteRequest } from '../route.ts'

export interface FactorRouteParts {
  readonly settings: Settings
  readonly factors: Factors
  readonly clock: Clock
  readonly look: Look
}

const asked = {
  auth: 'bearer',
  face: 'envelope',
  cors: true,
  operation: 'factors',
  secret: true,
  bodyLimit: 16 * 1024,
} as const

const mostGraceDays = 365

type Work = (caller: Caller, request: RouteRequest) => Promise<object>

/** Handlers that judge the caller before they work. */
function guards({ clock }: Pick<FactorRouteParts, 'clock'>) {
  const answers = (judge: (caller: Caller) => void, work: Work): Handler => {
    return async request => {
      const caller = request.caller as Caller
      judge(caller)
      return jsonAnswer(JSON.stringify({ Code: 0, ...(await work(caller, request)) }))
    }
  }
  const reads = (work: Work, forAdministrators = false): Handler =>
    answers(caller => {
      requireScope(caller, 'read')
      if (forAdministrators) requireAdministrator(caller)
    }, work)
  const writes = (work: Work, forAdministrators = false): Handler =>
    answers(caller => {
      requireScope(caller, 'write')
      if (forAdministrators) requireAdministrator(caller)
      requireOwnHand(caller, seconds(clock))
    }, work)

  return { reads, writes }
}

function ownHandlers({ factors, clock, look }: FactorRouteParts) {
  const { reads, writes } = guards({ clock })
  const standing = async (caller: Caller, uid: string): Promise<object> => {
    const who = { db: caller.db, uid }
    const { totp, recoveryCodes } = await factors.standing(who)
    const from = await factors.requiredFrom(who)
    return {
      Mode: (await factors.policy(caller.db)).mode,
      RequiredFrom: from === null ? null : isoDateTime(from),
      Totp: totp === null ? null : { Created: isoDateTime(totp) },
      RecoveryCodes: recoveryCodes,
    }
  }
  return {
    show: reads(async (caller, { query }) => {
      const user = parseQuery(query).user
      if (typeof user !== 'string' || user === caller.uid) return standing(caller, caller.uid)
      requireAdministrator(caller)
      return standing(caller, user)
    }),
    setUp: writes(async caller => {
      await requireOffered(factors, caller)
      const { recoveryCodes, totp } = await factors.standing(caller)
      if (totp !== null)
        refuse('AlreadyExists', '', `You have an authenticator app already, with ${recoveryCodes} recovery codes.`)
      const secret = factors.newSecret()
      const uri = keyUri(secret, look.name, `${caller.database}: ${caller.uid}`)
      const answer = {
        Secret: base32(secret),
        Uri: uri,
        Qr: qrSvg(uri, look.name),
        Setup: factors.setupOf(caller, secret),
      }
      return answer
    }),
    enroll: writes(async (caller, { body }) => {
      await requireOffered(factors, caller)
      const { setup, code } = enrollmentIn(body)
      const secret = factors.secretOf(caller, setup)
      if (secret === null) return refuse('InvalidValue', 'Setup', 'This set-up is over, or not yours. Begin again.')
      const codes = await factors.enroll(caller, secret, code)
      return {
        RecoveryCodes: codes ?? refuse('InvalidValue', 'Code', 'That is not the code of the app at this moment.'),
      }
    }),
    remove: writes(async caller => {
      if ((await factors.requiredFrom(caller)) !== null) {
        refuse(
          'RuleViolated',
          '',
          'This database requires a second factor: it can be replaced after an administrator has reset it.',
        )
      }
      if (!(await factors.remove(caller, caller))) refuse('UnknownKey', '', 'You have no second factor.')
      return {}
    }),
    newCodes: writes(async caller => ({
      RecoveryCodes: (await factors.newCodes(caller)) ?? refuse('UnknownKey', '', 'You have no second factor.'),
    })),
  }
}

function administratorHandlers({ factors, clock }: FactorRouteParts) {
  const { reads, writes } = guards({ clock })
  return {
    reset: writes(async (caller, { params }) => {
      const uid = params.uid as string
      if (!(await factors.remove({ db: caller.db, uid }, caller))) {
        refuse('UnknownKey', 'Uid', `The user ${uid} has no second factor.`)
      }
      return {}
    }, true),
    policy: reads(async ({ db }) => {
      const { mode, graceDays, since } = await factors.policy(db)
      return { Mode: mode, GraceDays: graceDays, Since: since === 0 ? null : isoDateTime(since) }
    }, true),
    setPolicy: writes(async (caller, { body }) => {
      await factors.setPolicy(caller, policyIn(body))
      return {}
    }, true),
  }
}

export function factorRoutes(parts: FactorRouteParts): readonly Route[] {
  const path = `${parts.settings.authPrefix}/v1/factors`
  const policyPath = `${parts.settings.authPrefix}/v1/factor-policy`
  const handlers = { ...ownHandlers(parts), ...administratorHandlers(parts) }
  return [
    { ...asked, method: 'GET', path, body: 'none', handler: handlers.show },
    { ...asked, method: 'POST', path: `${path}/totp`, body: 'text', handler: handlers.setUp },
    { ...asked, method: 'PUT', path: `${path}/totp`, body: 'text', handler: handlers.enroll },
    { ...asked, method: 'DELETE', path: `${path}/totp`, body: 'none', handler: handlers.remove },
    { ...asked, method: 'POST', path: `${path}/recovery-codes`, body: 'text', handler: handlers.newCodes },
    { ...asked, method: 'DELETE', path: `${path}/users/:uid`, body: 'none', handler: handlers.reset },
    { ...asked, method: 'GET', path: policyPath, body: 'none', handler: handlers.policy },
    { ...asked, method: 'PUT', path: policyPath, body: 'text', handler: handlers.setPolicy },
  ]
}

function requireAdministrator({ admin }: Caller): void {
  if (!admin)
    refuse(
      'AdministratorRequired',
      '',
      'Only an administrator may read or reset the factors of others, and set the policy.',
    )
}

/** An application that acts for a user must not weaken the sign-in of that user. */
function requireOwnHand(caller: Caller, now: number): void {
  if (!caller.session) refuse('FreshProof', '', 'Second factors are changed in the console, not with a token.')
  if (!isFresh(caller, now)) {
    refuse('FreshProof', '', 'Sign in again to change second factors: the last sign-in is too long ago.')
  }
}

async function requireOffered(factors: Factors, { db }: Caller): Promise<void> {
  if ((await factors.policy(db)).mode === 'off')
    refuse('RuleViolated', '', 'This database has second factors switched off.')
}

function objectIn(body: string): Record<string, unknown> {
  const parsed = parseBody(body)
  return isObject(parsed) ? parsed : refuse('InvalidRequest', '', 'The body is a JSON object.')
}

function enrollmentIn(body: string): { setup: string; code: string } {
  const source = objectIn(body)
  const [setup, code] = [member(source, 'Setup'), member(source, 'Code')]
  if (typeof setup !== 'string')
    return refuse('Required', 'Setup', 'Setup is the text that the set-up was answered with.')
  if (typeof code !== 'string') return refuse('Required', 'Code', 'Code is the code that the app shows.')
  return { setup, code }
}

function policyIn(body: string): { mode: FactorMode; graceDays: number } {
  const source = objectIn(body)
  const problems = new Problems()
  const mode = factorModes.find(one => one === member(source, 'Mode'))
  if (mode === undefined) problems.add('InvalidValue', 'Mode', `Mode is one of ${factorModes.join(', ')}.`)
  const graceDays = member(source, 'GraceDays') ?? 0
  const isDays =
    typeof graceDays === 'number' && Number.isInteger(graceDays) && graceDays >= 0 && graceDays <= mostGraceDays
  if (!isDays) problems.add('InvalidValue', 'GraceDays', `GraceDays is a whole number from 0 to ${mostGraceDays}.`)
  problems.throwIfAny()
  return { mode: mode as FactorMode, graceDays: graceDays as number }
}
