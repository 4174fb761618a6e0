// Answers administrators who set up, read, test or remove the single sign-on of their database.
import { type Caller, isFresh } from '../../accounts/caller.ts'
import { type Clock, seconds } from '../../base/clock.ts'
import { Problems, Refusal, refuse } from '../../base/errors.ts'
import { isObject, nameOf } from '../../base/text/json.ts'
import { jsonAnswer, type WebHandler } from '../../base/web.ts'
import type { Settings } from '../../config/settings.ts'
import { requireScope } from '../../oauth/scope.ts'
import type { Sso } from '../../sso/providers.ts'
import { callbackUri, checkSso, logoutUri, type NewSso, type SsoSettings, wouldHaveSecret } from '../../sso/settings.ts'
import { parseBody } from '../bodies.ts'
import type { Handler, Route, RouteRequest } from '../route.ts'
import { oauth } from './kinds.ts'

export interface SsoRouteParts {
  readonly settings: Settings
  readonly sso: Sso
  readonly clock: Clock
  readonly origin: () => string
  readonly providerLogout: WebHandler
}

const bodyLimit = 64 * 1024
const asked = { auth: 'bearer', face: 'envelope', cors: true, operation: 'sso', secret: true, bodyLimit } as const

export function ssoRoutes({ settings, sso, clock, origin, providerLogout }: SsoRouteParts): readonly Route[] {
  const path = `${settings.authPrefix}/v1/sso`
  const answered = async ({ db, database }: Caller): Promise<object> => ({
    Code: 0,
    Sso: shown(await sso.settings(db)),
    RedirectUri: callbackUri(origin(), settings.authPrefix),
    LogoutUri: logoutUri(origin(), settings.authPrefix, database),
  })
  type Work<T> = (caller: Caller, request: RouteRequest) => Promise<T>
  const reads = (work: Work<object>, access: 'read' | 'write' = 'read'): Handler => {
    return async request => {
      const caller = request.caller as Caller
      requireScope(caller, access)
      if (!caller.admin) refuse('AdministratorRequired', '', 'Only an administrator may set up single sign-on.')
      return jsonAnswer(JSON.stringify(await work(caller, request)))
    }
  }
  const writes = (work: Work<unknown>): Handler =>
    reads(async (caller, request) => {
      if (!isFresh(caller, seconds(clock))) {
        refuse('FreshProof', '', 'Sign in again to change single sign-on: the last sign-in is too long ago.')
      }
      await work(caller, request)
      return answered(caller)
    }, 'write')
  return [
    { ...asked, method: 'GET', path, body: 'none', handler: reads(answered) },
    { ...asked, method: 'PUT', path, body: 'text', handler: writes((caller, { body }) => set(caller, ssoIn(body))) },
    { ...asked, method: 'DELETE', path, body: 'none', handler: writes(caller => sso.remove(caller)) },
    {
      ...asked,
      method: 'POST',
      path: `${path}/test`,
      body: 'text',
      handler: reads(async ({ db }, { body }) => shownTest(await test(db, body))),
    },
    { ...oauth, cors: false, path: `${path}/logout/:database`, operation: 'sso', handler: providerLogout },
  ]

  async function set(caller: Caller, given: NewSso): Promise<void> {
    await sso.set(caller, given).catch(atMembers)
  }

  /** Tests the provider in the body, or else the stored one. */
  async function test(db: number, body: string) {
    const known = await sso.settings(db)
    if (body.trim() === '') return sso.test(known ?? refuse('UnknownKey', '', 'There is no single sign-on to test.'))
    const given = ssoIn(body)
    try {
      checkSso(given)
    } catch (error) {
      return atMembers(error)
    }
    return sso.test({ ...given, hasSecret: wouldHaveSecret(given, known) })
  }
}

const shown = (settings: SsoSettings | null) =>
  settings && {
    Issuer: settings.issuer,
    ClientId: settings.clientId,
    HasSecret: settings.hasSecret,
    Claim: settings.claim,
    Only: settings.only,
    TrustEmail: settings.trustEmail,
    GroupsClaim: settings.groupsClaim,
    Domains: settings.domains,
    NewUsers: settings.newUsers,
    NewUserGroups: settings.newUserGroups,
    FirstNameClaim: settings.firstNameClaim,
    LastNameClaim: settings.lastNameClaim,
  }

const shownTest = ({ passed, checks }: Awaited<ReturnType<Sso['test']>>) => ({
  Code: 0,
  Test: {
    Passed: passed,
    Checks: checks.map(check => ({ Name: check.name, Passed: check.passed, Message: check.message })),
  },
})

const kinds = {
  Issuer: 'string',
  ClientId: 'string',
  ClientSecret: 'string',
  Claim: 'string',
  Only: 'boolean',
  TrustEmail: 'boolean',
  GroupsClaim: 'string',
  Domains: 'list of texts',
  NewUsers: 'boolean',
  NewUserGroups: 'list of texts',
  FirstNameClaim: 'string',
  LastNameClaim: 'string',
} as const

interface KindTypes {
  readonly string: string
  readonly boolean: boolean
  readonly 'list of texts': readonly string[]
}

/** The members of a body whose kinds were checked. */
type Members = { readonly [Name in keyof typeof kinds]?: KindTypes[(typeof kinds)[Name]] }

const isKind = (value: unknown, kind: (typeof kinds)[keyof typeof kinds]): boolean =>
  kind === 'list of texts'
    ? Array.isArray(value) && value.every(item => typeof item === 'string')
    : typeof value === kind

/** The settings in a body, whose member names have any letter case. Null is the same as a member that is left out. */
function ssoIn(body: string): NewSso {
  const parsed = parseBody(body)
  if (!isObject(parsed)) return refuse('InvalidRequest', '', `The body is a JSON object, not ${nameOf(parsed)}.`)
  const problems = new Problems()
  const found: Partial<Record<keyof typeof kinds, unknown>> = {}
  const names = Object.keys(kinds) as (keyof typeof kinds)[]
  for (const [spelled, value] of Object.entries(parsed)) {
    const name = names.find(known => known.toLowerCase() === spelled.toLowerCase())
    if (!name) problems.add('UnknownField', spelled, suggest => `There is no ${spelled}.${suggest(spelled, names)}`)
    else if (value !== null && !isKind(value, kinds[name])) {
      problems.add('WrongType', name, `${name} is a ${kinds[name]}, not ${nameOf(value)}.`)
    } else if (value !== null) found[name] = value
  }
  problems.throwIfAny()
  const {
    Issuer = '',
    ClientId = '',
    ClientSecret,
    Claim = 'email',
    Only = false,
    TrustEmail = false,
    GroupsClaim,
    Domains = [],
    NewUsers,
    NewUserGroups,
    FirstNameClaim,
    LastNameClaim,
  } = found as Members
  const given = { issuer: Issuer, clientId: ClientId, claim: Claim, only: Only, trustEmail: TrustEmail }
  const groupsClaim = GroupsClaim || null
  // An empty secret is none; one that is left out is kept.
  return {
    ...given,
    groupsClaim,
    domains: Domains.map(text => text.trim().toLowerCase()),
    newUsers: NewUsers,
    newUserGroups: NewUserGroups,
    firstNameClaim: FirstNameClaim || undefined,
    lastNameClaim: LastNameClaim || undefined,
    ...(ClientSecret === undefined ? {} : { clientSecret: ClientSecret || null }),
  }
}

/** The settings are spelled like members of the body. */
function atMembers(error: unknown): never {
  if (!(error instanceof Refusal)) throw error
  throw new Refusal(error.told().map(problem => ({ ...problem, path: capital(problem.path) })))
}

const capital = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1)
