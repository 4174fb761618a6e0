// Answers people who set up the iCalendar address of their own calendar, and the programs that fetch the calendar.
import { type Caller, isFresh } from '../../accounts/caller.ts'
import { type Clock, seconds } from '../../base/clock.ts'
import { refuse } from '../../base/errors.ts'
import { isObject, member } from '../../base/text/json.ts'
import { header, jsonAnswer, type WebAnswer } from '../../base/web.ts'
import type { AddressFacts, CalendarAddresses } from '../../calendar/addresses.ts'
import { calendarFeed } from '../../calendar/feed.ts'
import type { Settings } from '../../config/settings.ts'
import type { OperationParts } from '../../envelope/run.ts'
import { isoDateTime } from '../../fields/moment.ts'
import { requireScope } from '../../oauth/scope.ts'
import { parseBody } from '../bodies.ts'
import type { Handler, Route, RouteRequest } from '../route.ts'
import { answerTagged, tagged } from '../tagged-page.ts'

export interface CalendarRouteParts {
  readonly settings: Settings
  readonly calendarAddresses: CalendarAddresses
  readonly operations: OperationParts
  readonly origin: () => string
  readonly clock: Clock
}

const own = {
  auth: 'bearer',
  face: 'envelope',
  cors: true,
  operation: 'calendar-address',
  secret: true,
  bodyLimit: 4_096,
} as const
const secretLength = 43

export function calendarRoutes(parts: CalendarRouteParts): readonly Route[] {
  const path = `${parts.settings.authPrefix}/v1/calendar`
  const { show, create, change, revoke } = ownAddress(parts)
  return [
    { ...own, method: 'GET', path, body: 'none', handler: show },
    { ...own, method: 'POST', path, body: 'text', handler: create },
    { ...own, method: 'PATCH', path, body: 'text', handler: change },
    { ...own, method: 'DELETE', path, body: 'none', handler: revoke },
    {
      method: 'GET',
      path: '/calendar/v1/:file',
      body: 'none',
      auth: 'none',
      face: 'plain',
      operation: 'calendar',
      secret: true,
      handler: fetchedCalendar(parts),
    },
  ]
}

function ownAddress({ calendarAddresses: addresses, origin, clock }: CalendarRouteParts) {
  const handler =
    (access: 'read' | 'write', work: (caller: Caller, request: RouteRequest) => Promise<object>): Handler =>
    async request => {
      const caller = request.caller as Caller
      requireScope(caller, access)
      return jsonAnswer(JSON.stringify({ Code: 0, ...(await work(caller, request)) }))
    }
  const calendarOf = async (caller: Caller) => ({ Calendar: shown(await addresses.read(caller)) })
  const missing = () => refuse('UnknownKey', '', 'There is no address: POST makes one.')
  return {
    show: handler('read', calendarOf),
    create: handler('write', async (caller, request) => {
      if (!isFresh(caller, seconds(clock))) {
        refuse('FreshProof', '', 'Sign in again to make an address: the last sign-in is too long ago.')
      }
      const secret = await addresses.create(caller, tasksIn(request))
      return { ...(await calendarOf(caller)), Address: `${origin()}/calendar/v1/${secret}.ics` }
    }),
    change: handler('write', async (caller, request) => {
      if (!(await addresses.change(caller, tasksIn(request)))) missing()
      return calendarOf(caller)
    }),
    revoke: handler('write', async caller => {
      if (!(await addresses.revoke(caller))) missing()
      return { Calendar: null }
    }),
  }
}

const shown = (facts: AddressFacts | null) => facts && { Created: isoDateTime(facts.created), Tasks: facts.tasks }

function tasksIn({ body }: RouteRequest): boolean {
  const parsed = body === '' ? {} : parseBody(body)
  if (!isObject(parsed)) return refuse('InvalidRequest', '', 'The body is a JSON object.')
  const tasks = member(parsed, 'Tasks') ?? false
  return typeof tasks === 'boolean' ? tasks : refuse('WrongType', 'Tasks', 'Tasks is true or false.')
}

const noCalendar: WebAnswer = {
  status: 404,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  body: 'There is no such calendar: its address was revoked or replaced, or its person can no longer sign in.\n',
}

const headers = { 'content-type': 'text/calendar; charset=utf-8', 'referrer-policy': 'no-referrer' }

/** The path has the secret, which is compared by its digest. */
const fetchedCalendar =
  ({ calendarAddresses, operations, origin }: CalendarRouteParts): Handler =>
  async request => {
    const secret = (request.params.file as string).replace(/\.ics$/, '')
    const found = secret.length === secretLength ? await calendarAddresses.find(secret) : null
    if (!found) return noCalendar
    const text = await calendarFeed({ operations, origin }, found, request.gone)
    return answerTagged(tagged(text), headers, header(request, 'if-none-match'))
  }
