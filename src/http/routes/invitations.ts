// Answers administrators who invite people, send links again, and list or revoke invitations.
import { type Caller, isFresh } from '../../accounts/caller.ts'
import type { Invitation } from '../../accounts/invitations.ts'
import { type Clock, seconds } from '../../base/clock.ts'
import { errorsOf, Problems, refuse } from '../../base/errors.ts'
import { isObject, member, nameOf } from '../../base/text/json.ts'
import { jsonAnswer, type WebAnswer } from '../../base/web.ts'
import type { Settings } from '../../config/settings.ts'
import { isoDateTime } from '../../fields/moment.ts'
import { encodeKey } from '../../fields/record-key.ts'
import type { InvitationResult, Invitations } from '../../invitations/invitations.ts'
import type { InvitedPerson } from '../../invitations/person.ts'
import { isMailAddress } from '../../mail/mailer.ts'
import { requireScope } from '../../oauth/scope.ts'
import { parseBody } from '../bodies.ts'
import type { Handler, Route, RouteRequest } from '../route.ts'

export interface InvitationRouteParts {
  readonly settings: Settings
  readonly invitations: Invitations
  readonly clock: Clock
}

const bodyLimit = 256 * 1024
const mostAtOnce = 100
const asked = {
  auth: 'bearer',
  face: 'envelope',
  cors: true,
  operation: 'invitations',
  secret: true,
  bodyLimit,
} as const

export function invitationRoutes({ settings, invitations, clock }: InvitationRouteParts): readonly Route[] {
  const path = `${settings.authPrefix}/v1/invitations`
  const one = `${path}/:uid`
  type Work = (caller: Caller, request: RouteRequest) => Promise<object>
  const forAdministrators = (access: 'read' | 'write', work: Work): Handler => {
    return async (request): Promise<WebAnswer> => {
      const caller = request.caller as Caller
      requireScope(caller, access)
      if (!caller.admin) refuse('AdministratorRequired', '', 'Only an administrator may invite people.')
      if (access === 'write' && !isFresh(caller, seconds(clock))) {
        refuse('FreshProof', '', 'Sign in again to invite people: the last sign-in is too long ago.')
      }
      return jsonAnswer(JSON.stringify({ Code: 0, ...(await work(caller, request)) }))
    }
  }
  const uidOf = ({ params }: RouteRequest): string => params.uid as string
  const handlers = {
    list: forAdministrators('read', async caller => ({
      Delivery: settings.mail.startsWith('file:') ? 'folder' : 'mail',
      Invitations: (await invitations.list(caller)).map(shown),
    })),
    invite: forAdministrators('write', async (caller, { body }) => ({
      Invitations: (await invitations.invite(caller, peopleIn(body))).map(shownResult),
    })),
    again: forAdministrators('write', async (caller, request) => {
      const { purpose, ...result } = await invitations.sendAgain(caller, uidOf(request))
      return { Purpose: purpose, Invitations: [shownResult(result, 0)] }
    }),
    revoke: forAdministrators('write', async (caller, request) => {
      const uid = uidOf(request)
      if (!(await invitations.revoke(caller, uid))) {
        refuse('UnknownKey', 'Uid', 'This user has no open invitation: it was accepted or revoked, or there was none.')
      }
      return { Invitations: [{ Uid: uid }] }
    }),
  }
  return [
    { ...asked, method: 'GET', path, body: 'none', handler: handlers.list },
    { ...asked, method: 'POST', path, body: 'text', handler: handlers.invite },
    { ...asked, method: 'POST', path: one, body: 'text', handler: handlers.again },
    { ...asked, method: 'DELETE', path: one, body: 'none', handler: handlers.revoke },
  ]
}

const shown = ({ uid, email, sent, sentBy, expires, accepted, status }: Invitation) => ({
  Uid: uid,
  Key: encodeKey('User', uid),
  Email: email,
  Sent: isoDateTime(sent),
  SentBy: sentBy,
  Expires: isoDateTime(expires),
  Accepted: accepted === null ? null : isoDateTime(accepted),
  Status: status,
})

const shownResult = ({ result, email, uid, expires, mailProblem, refusal }: InvitationResult, at: number) => ({
  Email: email,
  Result: result,
  Uid: uid,
  Key: uid === null ? null : encodeKey('User', uid),
  Expires: expires === null ? null : isoDateTime(expires),
  MailProblem: mailProblem,
  Errors: errorsOf(refusal?.told() ?? []).map(problem => {
    const own = (text: string): string => text.replaceAll('User.Data', `People[${at}]`)
    return { ...problem, Path: own(problem.Path), Message: own(problem.Message) }
  }),
})

const personMembers = ['Email', 'Uid', 'FirstName', 'LastName', 'Admin', 'Groups', 'Culture', 'TimeZone', 'SsoOnly']

/** `{"People": [{"Email": ...}]}`; member names have any letter case. */
function peopleIn(body: string): InvitedPerson[] {
  const parsed = parseBody(body)
  const people = isObject(parsed) ? member(parsed, 'People') : undefined
  if (!Array.isArray(people)) return refuse('Required', 'People', 'People is a list of objects with Email.')
  if (people.length === 0 || people.length > mostAtOnce) {
    return refuse('LimitExceeded', 'People', `People has 1 to ${mostAtOnce} members.`)
  }
  const problems = new Problems()
  const found = people.map((person, at) => personIn(person, `People[${at}]`, problems))
  problems.throwIfAny()
  return found
}

function personIn(given: unknown, path: string, problems: Problems): InvitedPerson {
  const nothing = { email: '', ssoOnly: false, fields: {} }
  if (!isObject(given)) {
    problems.add('WrongType', path, `${path} is an object, not ${nameOf(given)}.`)
    return nothing
  }
  const person: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(given)) {
    const known = personMembers.find(one => one.toLowerCase() === name.toLowerCase())
    if (known) person[known] = value
    else
      problems.add(
        'UnknownField',
        `${path}.${name}`,
        suggest => `There is no ${path}.${name}.${suggest(name, personMembers)}`,
      )
  }
  const { Email, Uid, Culture, SsoOnly, ...fields } = person
  const textAt = (name: string, value: unknown): string | undefined => {
    if (value === undefined || value === null || value === '') return undefined
    if (typeof value === 'string') return value.trim()
    problems.add('WrongType', `${path}.${name}`, `${path}.${name} is a text, not ${nameOf(value)}.`)
    return undefined
  }
  const email = textAt('Email', Email)?.normalize('NFC') ?? ''
  if (!isMailAddress(email)) problems.add('InvalidValue', `${path}.Email`, `${path}.Email is no e-mail address.`)
  return { email, uid: textAt('Uid', Uid), culture: textAt('Culture', Culture), ssoOnly: SsoOnly === true, fields }
}
