// The quick lane: requests that come by the thousand, and have nothing unusual about them, are answered without Fastify.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Caller } from '../accounts/caller.ts'
import type { MaybePromise } from '../base/maybe-promise.ts'
import type { WebAnswer } from '../base/web.ts'
import { readText } from './bodies.ts'
import { json } from './faces/answer.ts'
import { showFailure } from './faces/index.ts'
import { failureOf } from './failure.ts'
import { standingHeaders } from './headers.ts'
import { type Observers, observe } from './observe.ts'
import type { Outcome, QuickHandler, QuickRequest, Route } from './route.ts'
import { webOutcome } from './web.ts'

export interface LaneParts extends Observers {
  readonly routes: readonly Route[]
  readonly https: boolean
  readonly bodyLimit: number
  /** False while the server starts or drains: then Fastify knows what to say. */
  readonly open: () => boolean
  readonly requestId: (request: IncomingMessage) => string
  readonly bearer: (request: IncomingMessage) => Caller | Promise<Caller>
  /** Proxies may tell the client's address; who is to be believed, Fastify knows. */
  readonly behindProxy: boolean
}

interface Lane {
  readonly route: Route
  readonly answer: QuickHandler
  readonly limit: number
  readonly standing: Readonly<Record<string, string>>
  /** The same as a list of names and values, with the type of a data answer. */
  readonly headers: readonly string[]
  /** And with the headers of answers that always have the same. */
  readonly frozen: WeakMap<WebAnswer['headers'], readonly string[]>
}

const formType = 'application/x-www-form-urlencoded'

/** True when it has taken the request; otherwise nothing of it was touched, and Fastify is to have it. */
export type EnterLane = (request: IncomingMessage, response: ServerResponse) => boolean

export function quickLane(parts: LaneParts): EnterLane {
  const lanes = new Map<string, Lane>()
  for (const route of parts.routes) {
    if (!route.quick || route.method !== 'POST' || ('web' in route && parts.behindProxy)) continue
    const standing = standingHeaders(route, parts.https)
    const limit = route.bodyLimit ?? parts.bodyLimit
    const headers = listed({ 'content-type': json, ...standing })
    lanes.set(route.path, { route, answer: route.quick, limit, standing, headers, frozen: new WeakMap() })
  }
  return (request, response) => {
    const lane = request.method === 'POST' ? lanes.get(request.url as string) : undefined
    if (!lane || !isUsual(request, lane) || !parts.open()) return false
    const started = performance.now()
    const caller = lane.route.auth === 'bearer' ? knownCaller(request, parts) : null
    if (caller === undefined) return false
    const { headers } = request
    const address = 'web' in lane.route ? (request.socket.remoteAddress ?? '') : ''
    const call: QuickRequest = { caller, headers, address, body: '', entity: '' }
    collect(request, body => {
      const visit = new Visit(lane, call, request, response, parts, started)
      visit.run(body)
    })
    return true
  }
}

/** A body of known length, and none of the headers that change how a request is answered. */
function isUsual({ headers }: IncomingMessage, { limit, route }: Lane): boolean {
  return (
    Number(headers['content-length']) <= limit &&
    (!('web' in route) || headers['content-type'] === formType) &&
    headers.origin === undefined &&
    headers['idempotency-key'] === undefined &&
    headers.expect === undefined
  )
}

/** Undefined when memory does not know the token, or knows that it is not good. */
function knownCaller(request: IncomingMessage, { bearer }: LaneParts): Caller | undefined {
  try {
    const caller = bearer(request)
    if (!(caller instanceof Promise)) return caller
    // Fastify asks once more and tells what came of it.
    caller.catch(() => {})
  } catch {}
  return undefined
}

/** Done with the last byte; to a client that goes away before that no answer is owed. */
function collect(request: IncomingMessage, done: (body: Buffer) => void): void {
  const length = Number(request.headers['content-length'])
  let received = 0
  let before: Buffer[] | null = null
  if (length === 0) done(Buffer.alloc(0))
  request.on('data', (chunk: Buffer) => {
    received += chunk.length
    if (received === length) done(before === null ? chunk : Buffer.concat([...before, chunk]))
    else if (before === null) before = [chunk]
    else before.push(chunk)
  })
}

/** Names and values in turns, as `writeHead` takes them. */
const listed = (headers: WebAnswer['headers']): string[] => Object.entries(headers).flat(2)

/** The same of an answer, with those that the lane adds. */
function listedIn({ standing, frozen }: Lane, headers: WebAnswer['headers']): readonly string[] {
  const known = frozen.get(headers)
  if (known) return known
  const list = listed({ ...standing, ...headers })
  if (Object.isFrozen(headers)) frozen.set(headers, list)
  return list
}

/** One request on its way through. */
class Visit {
  readonly #lane: Lane
  readonly #call: QuickRequest
  readonly #request: IncomingMessage
  readonly #response: ServerResponse
  readonly #parts: LaneParts
  readonly #started: number
  readonly #id: string

  constructor(
    lane: Lane,
    call: QuickRequest,
    request: IncomingMessage,
    response: ServerResponse,
    parts: LaneParts,
    started: number,
  ) {
    this.#lane = lane
    this.#call = call
    this.#request = request
    this.#response = response
    this.#parts = parts
    this.#started = started
    this.#id = parts.requestId(request)
  }

  run(body: Buffer): void {
    let answer: MaybePromise<string | WebAnswer>
    try {
      this.#call.body = readText(body)
      answer = this.#lane.answer(this.#call)
    } catch (error) {
      this.#fail(error)
      return
    }
    if (answer instanceof Promise) {
      answer.then(
        text => this.#answer(text),
        error => this.#fail(error),
      )
    } else this.#answer(answer)
  }

  #answer(answer: string | WebAnswer): void {
    if (typeof answer === 'string') this.#send(200, this.#lane.headers, answer, null)
    else this.#send(answer.status, listedIn(this.#lane, answer.headers), answer.body, webOutcome(answer))
  }

  #fail(error: unknown): void {
    const { route } = this.#lane
    const failure = failureOf(error, this.#id)
    if (failure.fault)
      this.#parts.log.error('request failed', { id: this.#id, route: route.path, error: error as Error })
    const { status, headers, body } = showFailure(route.face, failure)
    this.#send(status, listed({ ...this.#lane.standing, ...headers }), body, failure.outcome)
  }

  #send(status: number, headers: readonly string[], text: string, outcome: Outcome | null): void {
    const { route } = this.#lane
    const length = Buffer.byteLength(text)
    this.#response.writeHead(status, [...headers, 'content-length', String(length), 'x-request-id', this.#id])
    // Text of one byte for each letter is taken as it is.
    this.#response.end(text, length === text.length ? 'latin1' : 'utf8')
    const { caller, entity } = this.#call
    const at = performance.now()
    const ms = at - this.#started
    observe(
      { route, id: this.#id, method: this.#request.method as string, caller, entity, outcome, status, ms, at },
      this.#parts,
    )
  }
}
