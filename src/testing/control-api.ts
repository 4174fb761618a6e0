// Serves the control API of a test server at /_test, by which programs in any language control the server.
import { parse as parseQuery } from 'node:querystring'
import { refuse } from '../base/errors.ts'
import { isObject, nameOf } from '../base/text/json.ts'
import { header, jsonAnswer, type WebAnswer } from '../base/web.ts'
import { parseBody } from '../http/bodies.ts'
import type { Handler, Method, Route, RouteRequest } from '../http/route.ts'
import type { Mail } from '../mail/transports.ts'
import type { Deliveries } from './deliveries.ts'
import { asCurl, asHar } from './exports.ts'
import { type Faults, shownFault } from './faults.ts'
import { controlPath } from './interceptor.ts'
import type { Recorder } from './recorder.ts'
import type { SignInRequest } from './sign-ins.ts'
import { momentOf, spanOf, type TimeTravel } from './time-travel.ts'
import type { Amount, ApplicationFacts, DatabaseFacts, RequestFilter, SentMail, ServerFacts, SignedIn } from './wire.ts'
import { amounts, type World } from './world.ts'

type Members = Readonly<Record<string, unknown>>

interface ControlParts {
  readonly origin: () => string
  readonly world: World
  readonly time: TimeTravel
  readonly faults: Faults
  readonly recorder: Recorder
  readonly deliveries: Deliveries
  readonly mails: readonly Mail[]
  /** The facts that the program prints when it starts. */
  readonly facts: () => ServerFacts
  /** The database of requests that name none. */
  readonly mainDatabase: () => string
  readonly signIn: (wanted: SignInRequest) => Promise<SignedIn>
  readonly createTarget: (database: string, as: string, settings: Members) => Promise<object>
  readonly settle: () => Promise<void>
}

/** Receives the members of the body or the query, and the parameters of the path. */
type ControlAction = (given: Members) => Promise<object>

const redirectUri = 'http://localhost/callback'
const usualWaitMs = 5_000
const longestWaitMs = 60_000

export function controlRoutes(parts: ControlParts): readonly Route[] {
  const route = (method: Method, path: string, work: ControlAction): Route => ({
    method,
    path: `${controlPath}${path}`,
    body: method === 'POST' ? 'text' : 'none',
    auth: 'none',
    face: 'resource',
    operation: 'test',
    handler: guarded(async request => {
      const given = method === 'POST' ? bodyOf(request) : { ...parseQuery(request.query) }
      const answer = await work({ ...given, ...request.params })
      return answer instanceof PlainText ? textAnswer(answer.text) : jsonAnswer(JSON.stringify(answer))
    }),
  })
  return [
    route('GET', '', async () => parts.facts()),
    route('GET', '/clock', async () => ({ now: parts.time.now() })),
    route('POST', '/clock', async given => ({ now: await moveClock(parts.time, given) })),
    route('POST', '/databases', given => createDatabase(parts, given)),
    route('POST', '/applications', given => createApplication(parts, given)),
    route('POST', '/sign-in', given => parts.signIn(wantedSignIn(parts, given))),
    route('GET', '/mails', async given => ({ mails: mailsTo(parts.mails, given.to) })),
    ...faultRoutes(route, parts),
    ...requestRoutes(route, parts),
    ...webhookRoutes(route, parts),
  ]
}

type MakeRoute = (method: Method, path: string, work: ControlAction) => Route

const faultRoutes = (route: MakeRoute, { faults }: ControlParts): readonly Route[] => [
  route('GET', '/faults', async given => ({ faults: faults.list(textOf(given, 'database')).map(shownFault) })),
  route('POST', '/faults', async given => shownFault(faults.add(given))),
  route('DELETE', '/faults', async given => ({ removed: faults.clear(textOf(given, 'database')) })),
  route('DELETE', '/faults/:id', async given => {
    if (!faults.remove(String(given.id))) refuse('NotFound', 'id', 'There is no such fault.')
    return { removed: 1 }
  }),
]

const requestRoutes = (route: MakeRoute, { recorder, origin }: ControlParts): readonly Route[] => [
  route('GET', '/requests', async given => {
    const found = recorder.matching(filterOf(given))
    if (given.format === 'har') return asHar(found, origin())
    if (given.format === 'curl') return new PlainText(`${asCurl(found, origin())}\n`)
    return { requests: found }
  }),
  route('DELETE', '/requests', async given => ({ removed: recorder.clear(filterOf(given)) })),
]

const webhookRoutes = (route: MakeRoute, parts: ControlParts): readonly Route[] => [
  route('GET', '/webhooks', async given => {
    await parts.settle()
    return { deliveries: parts.deliveries.list(wantedDelivery(given)) }
  }),
  route('GET', '/webhooks/next', async given => {
    const ms = given.wait === undefined ? usualWaitMs : Math.min(spanOf(given.wait, 'wait'), longestWaitMs)
    const found = await parts.deliveries.next(wantedDelivery(given), ms)
    const what = given.type === undefined ? 'webhook' : `webhook ${given.type}`
    return found ?? refuse('NotFound', 'type', `No ${what} was sent within ${ms} ms. Is there a target for it?`)
  }),
  route('POST', '/webhooks/answers', async given => {
    const statuses = [given.status].flat()
    if (
      statuses.length === 0 ||
      !statuses.every(one => Number.isInteger(one) && Number(one) >= 100 && Number(one) < 600)
    ) {
      refuse('InvalidValue', 'status', 'status is an HTTP status, or a list of them for one delivery each.')
    }
    parts.deliveries.answerWith(statuses as number[])
    return { statuses }
  }),
  route('POST', '/webhooks/targets', ({ database, as, ...settings }) =>
    parts.createTarget(
      textOf({ database }, 'database') ?? parts.mainDatabase(),
      textOf({ as }, 'as') ?? 'ANN',
      settings,
    ),
  ),
]

/** Only programs on this machine may control the server, not pages in a browser on this machine. */
const guarded =
  (handler: Handler): Handler =>
  request => {
    const host = (header(request, 'host') ?? '').replace(/:\d+$/, '')
    const isLocal =
      /^(127\.|::1$|::ffff:127\.)/.test(request.address) && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host)
    if (!isLocal) refuse('NotFound', '', 'The control API answers programs on its own machine only.')
    if (header(request, 'origin') !== undefined)
      refuse('NotFound', '', 'The control API does not answer pages of a browser.')
    return handler(request)
  }

/** An answer that is not JSON. */
class PlainText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

const textAnswer = (body: string): WebAnswer => ({
  status: 200,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body,
})

function bodyOf({ body }: RouteRequest): Members {
  if (body.trim() === '') return {}
  const parsed = parseBody(body)
  return isObject(parsed) ? parsed : refuse('InvalidRequest', '', `The body is a JSON object, not ${nameOf(parsed)}.`)
}

function textOf(given: Members, name: string): string | undefined {
  const value = given[name] ?? undefined
  if (value === undefined || typeof value === 'string') return value
  return refuse('WrongType', name, `${name} is a text, not ${nameOf(value)}.`)
}

function flagOf(given: Members, name: string): boolean {
  const value = given[name] ?? false
  return typeof value === 'boolean'
    ? value
    : refuse('WrongType', name, `${name} is true or false, not ${nameOf(value)}.`)
}

function moveClock(time: TimeTravel, { advance, set }: Members): Promise<string> {
  if ((advance === undefined) === (set === undefined)) {
    refuse('InvalidRequest', '', 'The clock takes one of advance ("181d") and set ("2026-01-05T09:00:00Z").')
  }
  return advance === undefined ? time.set(momentOf(set, 'set')) : time.advance(spanOf(advance, 'advance'))
}

async function createDatabase({ world, settle }: ControlParts, given: Members): Promise<DatabaseFacts> {
  const data = textOf(given, 'data') ?? 'empty'
  if (!Object.hasOwn(amounts, data))
    refuse('InvalidValue', 'data', `data is one of ${Object.keys(amounts).join(', ')}.`)
  const made = await world.createDatabase({ name: textOf(given, 'name') ?? null, data: data as Amount })
  // A target that is created next must not receive the events of the database's users.
  await settle()
  return made
}

function createApplication({ world }: ControlParts, given: Members): Promise<ApplicationFacts> {
  const uris = [given.redirectUri ?? redirectUri].flat()
  if (!uris.every(uri => typeof uri === 'string'))
    refuse('WrongType', 'redirectUri', 'redirectUri is a URI, or a list of them.')
  return world.createApplication({
    name: textOf(given, 'name') ?? 'Test application',
    redirectUris: uris as string[],
    isPublic: flagOf(given, 'public'),
    allowS256: flagOf(given, 'allowS256'),
    database: textOf(given, 'database') ?? null,
  })
}

/** Members of a sign-in that are not parameters of the authorize request. */
const notParameters = new Set(['as', 'database', 'pages', 'clientId', 'redirectUri', 'challenge'])

function wantedSignIn({ mainDatabase }: ControlParts, given: Members): SignInRequest {
  const challenge = textOf(given, 'challenge')
  const parameters = new URLSearchParams({
    response_type: 'code',
    client_id: textOf(given, 'clientId') ?? refuse('Required', 'clientId', 'clientId is that of an application.'),
    redirect_uri: textOf(given, 'redirectUri') ?? redirectUri,
    ...(challenge === undefined ? {} : { code_challenge: challenge, code_challenge_method: 'SHA256' }),
  })
  for (const name of Object.keys(given)) {
    if (!notParameters.has(name)) parameters.set(name, textOf(given, name) ?? '')
  }
  return {
    database: textOf(given, 'database') ?? mainDatabase(),
    as: textOf(given, 'as') ?? 'ANN',
    pages: flagOf(given, 'pages'),
    parameters,
  }
}

function mailsTo(mails: readonly Mail[], to: unknown): SentMail[] {
  const wanted = typeof to === 'string' ? mails.filter(mail => mail.to.toLowerCase() === to.toLowerCase()) : mails
  return wanted.map(({ to, subject, text }) => ({ to, subject, text }))
}

function filterOf(given: Members): RequestFilter {
  const filter: Record<string, string | number> = {}
  for (const name of ['method', 'path', 'database', 'client', 'entity'] as const) {
    const value = textOf(given, name)
    if (value !== undefined) filter[name] = value
  }
  return given.status === undefined ? filter : { ...filter, status: Number(given.status) }
}

const wantedDelivery = (given: Members) => ({
  type: textOf(given, 'type') ?? null,
  database: textOf(given, 'database') ?? null,
})
