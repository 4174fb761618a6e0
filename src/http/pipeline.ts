// The pipeline: every request of every route takes these six steps, in this order.
import type { RequestListener } from 'node:http'
import { performance } from 'node:perf_hooks'
import type { Readable } from 'node:stream'
import { StoreUnavailable } from '../base/errors.ts'
import { type MaybePromise, whenReady } from '../base/scheduling/maybe-promise.ts'
import type { WebAnswer } from '../base/web.ts'
import { countedStream, type TextBodies } from './bodies.ts'
import type { ClientOf } from './client.ts'
import { Exchange, type Judge } from './exchange.ts'
import { type Observers, observe } from './observe.ts'
import type { RateLimits } from './rate-limits.ts'
import type { RequestIds } from './request-id.ts'
import type { Router } from './router.ts'
import { failureAnswer, send } from './send.ts'
import type { TurnLimit } from './turn-limit.ts'

export interface PipelineParts extends Observers {
  readonly route: Router
  readonly requestId: RequestIds
  readonly clientOf: ClientOf
  /** False until the store is migrated. */
  readonly ready: () => boolean
  /**
   * The caller behind the Authorization header; throws a Refusal when there is none. Answers at once when it can. `again`:
   * the second look at the same request.
   */
  readonly bearer: Judge
  /** The same by the session of the console, whose cookie no other route looks at. */
  readonly session: Judge
  /** The same by a token that the MCP server takes. */
  readonly assistant: Judge
  /** The same by the token of an identity provider. */
  readonly provider: Judge
  /** Changes whenever a token may have ended or the rights of a caller may have changed. */
  readonly bearerChanges: () => number
  readonly bodies: TextBodies
  readonly turnLimit: TurnLimit
  readonly rateLimits: RateLimits
  /** True once the server stops: connections end with their answers. */
  readonly draining: () => boolean
  /** Set in test mode only. */
  readonly interceptor?: Interceptor | undefined
}

/** Sees every request before it is admitted, with its body unless that is a stream, and every answer before it is sent. */
export interface Interceptor {
  /** Answers instead of the server, or reports that it dropped the connection; null lets the request continue. */
  arrive(exchange: Exchange): MaybePromise<WebAnswer | 'dropped' | null>
  /** Sends the answer, at once or later, unchanged or changed, or drops the connection. */
  leave(exchange: Exchange, answer: WebAnswer, send: (answer: WebAnswer) => void): void
}

/** Tokens expire by whole seconds. */
const expiryMs = 1_000

/** The steps get their exchange as an argument, so no closure is allocated per request. */
class Pipeline {
  readonly #parts: PipelineParts

  constructor(parts: PipelineParts) {
    this.#parts = parts
  }

  // 1. Identify: an id, the route of method and path, the time of arrival.
  readonly listener: RequestListener = (incoming, response) => {
    const { requestId, route, interceptor } = this.#parts
    const exchange = new Exchange(incoming, response, requestId(incoming), route(incoming), this.#parts)
    if (interceptor) this.#intercept(exchange, interceptor)
    else proceed(exchange, this.#admit, this.#readBody, this.#fail)
  }

  /** Lets test mode see a request, with its body where that is a text, before it is admitted. */
  #intercept(exchange: Exchange, by: Interceptor): void {
    const goOn = (_: Exchange, given: WebAnswer | 'dropped' | null): void => {
      if (given === null) proceed(exchange, this.#admit, this.#readBody, this.#fail)
      else if (given !== 'dropped') this.#answer(exchange, given)
    }
    const look = () => proceed(exchange, () => by.arrive(exchange), goOn, this.#fail)
    const taken = (_: Exchange, body: string): void => {
      exchange.body = body
      exchange.bodyTaken = true
      look()
    }
    const { route, bodyLimit } = exchange.served
    if (route.body === 'text') this.#parts.bodies.read(exchange, bodyLimit, taken, this.#fail)
    else look()
  }

  // 2. Admit: check the store and the caller before the body, so that no body without a valid token is read.
  readonly #admit = (exchange: Exchange): MaybePromise<void> => admit(exchange, this.#parts)

  // 3. Read the body in the form that the route needs.
  readonly #readBody = (exchange: Exchange): void => {
    const { route, bodyLimit } = exchange.served
    if (route.body === 'none') this.#handle(exchange, '')
    else if (exchange.bodyTaken) this.#judgeAgain(exchange, exchange.body)
    else if (route.body === 'text') this.#parts.bodies.read(exchange, bodyLimit, this.#judgeAgain, this.#fail)
    else {
      const counted = () => countedStream(exchange.incoming, bodyLimit, () => identify(exchange, this.#parts, true))
      proceed(exchange, counted, this.#handle, this.#fail)
    }
  }

  // A token may be revoked while its body arrives: it is checked again when any token or right has changed meanwhile.
  readonly #judgeAgain = (exchange: Exchange, body: string): void => {
    exchange.bodyTaken = true
    const unchanged = exchange.bearerChanges === this.#parts.bearerChanges()
    if (unchanged && performance.now() - exchange.started < expiryMs) this.#handle(exchange, body)
    else {
      const again = () => identify(exchange, this.#parts, true)
      proceed(exchange, again, () => this.#handle(exchange, body), this.#fail)
    }
  }

  // 4. Handle: the route's own work. It answers at once when it waits for nothing.
  readonly #handle = (exchange: Exchange, body: string | Readable): void => {
    if (typeof body === 'string') exchange.body = body
    else exchange.stream = body
    proceed(exchange, exchange.served.route.handler, this.#answer, this.#fail)
  }

  // 5. Answer, with the standing headers of the route.
  readonly #answer = (exchange: Exchange, given: WebAnswer): void => {
    const { incoming, response } = exchange
    const { draining, interceptor } = this.#parts
    // Node drops the bytes behind a request for another protocol, so the connection ends with its answer.
    if (draining() || incoming.headers.upgrade !== undefined) response.shouldKeepAlive = false
    if (interceptor) interceptor.leave(exchange, given, changed => send(exchange, changed, this.#observe, this.#fail))
    else send(exchange, given, this.#observe, this.#fail)
  }

  readonly #fail = (exchange: Exchange, error: unknown): void =>
    this.#answer(exchange, failureAnswer(exchange, error, this.#parts.log))

  // 6. Observe: metrics and one line in the log.
  readonly #observe = (exchange: Exchange): void => observe(exchange, this.#parts)
}

export const createPipeline = (parts: PipelineParts): RequestListener => new Pipeline(parts).listener

function admit(exchange: Exchange, parts: PipelineParts): MaybePromise<void> {
  if (!exchange.served.route.always) {
    parts.turnLimit.check(exchange.started)
    if (!parts.ready()) throw new StoreUnavailable('The server is not ready yet')
  }
  return whenReady(identify(exchange, parts, false), () => limitRate(exchange, parts.rateLimits))
}

function limitRate(exchange: Exchange, limits: RateLimits): void {
  const { caller, started } = exchange
  if (caller) exchange.rateHeaders = limits.take(caller, started)
}

/** Finds the caller of a route that needs a bearer token or a session: one look-up in memory for a token in use. */
function identify(exchange: Exchange, { bearerChanges }: PipelineParts, again: boolean): MaybePromise<void> {
  const { auth } = exchange.served.route
  if (auth === 'none' || (auth === 'optional' && exchange.headers.authorization === undefined)) return
  exchange.bearerChanges = bearerChanges()
  return whenReady(exchange.judge(again), caller => {
    exchange.caller = caller
  })
}

/** Continues with the value of a step, in the same turn when it is available: no promise is made unless something is awaited. */
function proceed<T>(
  exchange: Exchange,
  step: (exchange: Exchange) => MaybePromise<T>,
  next: (exchange: Exchange, value: T) => void,
  fail: (exchange: Exchange, error: unknown) => void,
): void {
  let value: MaybePromise<T>
  try {
    value = step(exchange)
  } catch (error) {
    fail(exchange, error)
    return
  }
  if (value instanceof Promise)
    value.then(
      ready => next(exchange, ready),
      error => fail(exchange, error),
    )
  else next(exchange, value)
}
