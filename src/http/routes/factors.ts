// Answers users about their second factors, and administrators who set the policy or reset the factors of a user.
import { parse as parseQuery } from 'node:querystring'
import type { Caller } from '../../accounts/caller.ts'
import type { Clock } from '../../base/clock.ts'
import { Problems, refuse } from '../../base/errors.ts'
import { member } from '../../base/text/json.ts'
import { qrSvg } from '../../base/text/qr-code.ts'
import type { Settings } from '../../config/settings.ts'
import type { Factors } from '../../factors/factors.ts'
import { type FactorMode, type FactorPolicy, factorModes, type PasskeyUse, passkeyUses } from '../../factors/policy.ts'
import { base32, keyUri } from '../../factors/totp.ts'
import { isoDateTime } from '../../fields/moment.ts'
import type { Look } from '../../pages/look.ts'
import type { FactorReset } from '../../sign-in/reset-factors.ts'
import type { Sso } from '../../sso/providers.ts'
import type { Route } from '../route.ts'
import { guards, lastFactor, objectIn, requireAdministrator } from './factor-guards.ts'
import { passkeyHandlers, passkeyShape } from './passkeys.ts'

export interface FactorRouteParts {
  readonly settings: Settings
  readonly factors: Factors
  readonly clock: Clock
  readonly look: Look
  readonly resetFactors: FactorReset
  readonly sso: Sso
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

function ownHandlers({ factors, clock, look }: FactorRouteParts) {
  const { reads, writes } = guards({ clock })
  const standing = async (caller: Caller, uid: string): Promise<object> => {
    const who = { db: caller.db, uid }
    const { totp, recoveryCodes, passkeys } = await factors.standing(who)
    const from = await factors.requiredFrom(who)
    return {
      Mode: (await factors.policy(caller.db)).mode,
      RequiredFrom: from === null ? null : isoDateTime(from),
      Totp: totp === null ? null : { Created: isoDateTime(totp) },
      RecoveryCodes: recoveryCodes,
      PasskeyUse: await factors.passkeys.use(caller.db),
      Passkeys: passkeys.map(passkeyShape),
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
      const { passkeys } = await factors.standing(caller)
      const isOnly = passkeys.length === 0 || (await factors.passkeys.use(caller.db)) === 'off'
      if (isOnly && (await factors.requiredFrom(caller)) !== null) refuse('RuleViolated', '', lastFactor)
      if (!(await factors.removeTotp(caller, caller))) refuse('UnknownKey', '', 'You have no authenticator app.')
      return {}
    }),
    newCodes: writes(async caller => ({
      RecoveryCodes: (await factors.newCodes(caller)) ?? refuse('UnknownKey', '', 'You have no second factor.'),
    })),
  }
}

function administratorHandlers({ factors, clock, resetFactors }: FactorRouteParts) {
  const { reads, writes } = guards({ clock })
  return {
    reset: writes(async (caller, { params }) => {
      const uid = params.uid as string
      if (!(await resetFactors(caller, uid))) {
        refuse('UnknownKey', 'Uid', `The user ${uid} has no second factor.`)
      }
      return {}
    }, true),
    policy: reads(async ({ db }) => {
      const { mode, graceDays, since, passkeys } = await factors.policy(db)
      const Since = since === 0 ? null : isoDateTime(since)
      return {
        Mode: mode,
        GraceDays: graceDays,
        Passkeys: passkeys,
        Since,
        Address: factors.passkeys.party()?.origin ?? null,
      }
    }, true),
    setPolicy: writes(async (caller, { body }) => {
      await factors.setPolicy(caller, policyIn(body, await factors.policy(caller.db)))
      return {}
    }, true),
  }
}

export function factorRoutes(parts: FactorRouteParts): readonly Route[] {
  const path = `${parts.settings.authPrefix}/v1/factors`
  const policyPath = `${parts.settings.authPrefix}/v1/factor-policy`
  const handlers = { ...ownHandlers(parts), ...administratorHandlers(parts) }
  const passkeys = passkeyHandlers(parts)
  const passkeyPath = `${path}/passkeys`
  return [
    { ...asked, method: 'GET', path, body: 'none', handler: handlers.show },
    { ...asked, method: 'POST', path: `${path}/totp`, body: 'text', handler: handlers.setUp },
    { ...asked, method: 'PUT', path: `${path}/totp`, body: 'text', handler: handlers.enroll },
    { ...asked, method: 'DELETE', path: `${path}/totp`, body: 'none', handler: handlers.remove },
    { ...asked, method: 'POST', path: passkeyPath, body: 'text', handler: passkeys.begin },
    { ...asked, method: 'PUT', path: passkeyPath, body: 'text', handler: passkeys.finish },
    { ...asked, method: 'PATCH', path: `${passkeyPath}/:id`, body: 'text', handler: passkeys.rename },
    { ...asked, method: 'DELETE', path: `${passkeyPath}/:id`, body: 'none', handler: passkeys.remove },
    { ...asked, method: 'POST', path: `${path}/recovery-codes`, body: 'text', handler: handlers.newCodes },
    { ...asked, method: 'DELETE', path: `${path}/users/:uid`, body: 'none', handler: handlers.reset },
    { ...asked, method: 'GET', path: policyPath, body: 'none', handler: handlers.policy },
    { ...asked, method: 'PUT', path: policyPath, body: 'text', handler: handlers.setPolicy },
  ]
}

async function requireOffered(factors: Factors, { db }: Caller): Promise<void> {
  if ((await factors.policy(db)).mode === 'off')
    refuse('RuleViolated', '', 'This database has second factors switched off.')
}

function enrollmentIn(body: string): { setup: string; code: string } {
  const source = objectIn(body)
  const [setup, code] = [member(source, 'Setup'), member(source, 'Code')]
  if (typeof setup !== 'string')
    return refuse('Required', 'Setup', 'Setup is the text that the set-up was answered with.')
  if (typeof code !== 'string') return refuse('Required', 'Code', 'Code is the code that the app shows.')
  return { setup, code }
}

function policyIn(body: string, known: FactorPolicy): Omit<FactorPolicy, 'since'> {
  const source = objectIn(body)
  const problems = new Problems()
  const mode = factorModes.find(one => one === member(source, 'Mode'))
  if (mode === undefined) problems.add('InvalidValue', 'Mode', `Mode is one of ${factorModes.join(', ')}.`)
  const graceDays = member(source, 'GraceDays') ?? 0
  const isDays =
    typeof graceDays === 'number' && Number.isInteger(graceDays) && graceDays >= 0 && graceDays <= mostGraceDays
  if (!isDays) problems.add('InvalidValue', 'GraceDays', `GraceDays is a whole number from 0 to ${mostGraceDays}.`)
  const passkeys = member(source, 'Passkeys') ?? known.passkeys
  if (!passkeyUses.some(one => one === passkeys))
    problems.add('InvalidValue', 'Passkeys', `Passkeys is one of ${passkeyUses.join(', ')}.`)
  problems.throwIfAny()
  return { mode: mode as FactorMode, graceDays: graceDays as number, passkeys: passkeys as PasskeyUse }
}
