// The pipeline: every request of every route takes these six steps, in this order.
import type { RequestListener } from 'node:http'
import type { Readable } from 'node:stream'
import { StoreUnavailable } from '../base/errors.ts'
import { type MaybePromise, whenReady } from '../base/maybe-promise.ts'
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
  /** Counts what may have ended a token or changed the rights of a caller. */
  readonly bearerChanges: () => number
  readonly bodies: TextBodies
  readonly turnLimit: TurnLimit
  readonly rateLimits: RateLimits
  /** True once the server stops: connections end with their answers. */
  readonly draining: () => boolean
  /** Test mode has one; a server that serves people has none. */
  readonly interceptor?: Interceptor | undefined
}

/** Sees every request before it is admitted, with its body unless that is a stream, and every answer before it is sent. */
export interface Interceptor {
  /** Answers in the place of the server, or says that the connection has been dropped; null lets the request go on. */
  arrive(exchange: Exchange): MaybePromise<WebAnswer | 'dropped' | null>
  /** Has the answer sent, at once or later, as it is or changed, or drops the connection. */
  leave(exchange: Exchange, answer: WebAnswer, send: (answer: WebAnswer) => void): void
}

/** Tokens expire by whole seconds. */
const expiryMs = 1_000

export const createPipeline =
  (parts: PipelineParts): RequestListener =>
  (incoming, response) => {
    const { interceptor } = parts
    // 1. Identify: an id, the route of method and path, the time of arrival.
    const exchange = new Exchange(incoming, response, parts.requestId(incoming), parts.route(incoming), parts)
    const fail = (error: unknown) => answer(failureAnswer(exchange, error, parts.log))
    if (interceptor) intercept(interceptor, exchange, parts.bodies, { begin, answer, fail })
    else begin()
    // 2. Admit: whether the store is ready, and who asks. Before the body: a stranger's megabytes are not worth reading.
    function begin(): void {
      proceed(() => admit(exchange, parts), readBody, fail)
    }
    // 3. Read the body, as the route wants it.
    function readBody(): void {
      const { served } = exchange
      if (served.route.body === 'none') handle('')
      else if (exchange.bodyTaken) judgeAgain(exchange.body)
      else if (served.route.body === 'text') parts.bodies.read(incoming, served.bodyLimit, judgeAgain, fail)
      else proceed(() => countedStream(incoming, served.bodyLimit, () => identify(exchange, parts, true)), handle, fail)
    }
    // A token may end while its body arrives: it is judged again when something of the kind has happened.
    function judgeAgain(body: string): void {
      exchange.bodyTaken = true
      const unchanged = exchange.bearerChanges === parts.bearerChanges()
      if (unchanged && performance.now() - exchange.started < expiryMs) handle(body)
      else
        proceed(
          () => identify(exchange, parts, true),
          () => handle(body),
          fail,
        )
    }
    // 4. Handle: the route's own work. It answers at once when it waits for nothing.
    function handle(body: string | Readable): void {
      if (typeof body === 'string') exchange.body = body
      else exchange.stream = body
      proceed(() => exchange.served.route.handler(exchange), answer, fail)
    }
    // 5. Answer, with the standing headers of the route. 6. Observe: metrics and one line in the log.
    function answer(given: WebAnswer): void {
      // Node drops what was sent right behind a request for another protocol, so the connection ends with its answer.
      if (parts.draining() || incoming.headers.upgrade !== undefined) response.shouldKeepAlive = false
      if (interceptor) interceptor.leave(exchange, given, sent => deliver(exchange, sent, parts, fail))
      else deliver(exchange, given, parts, fail)
    }
  }

const deliver = (exchange: Exchange, answer: WebAnswer, observers: Observers, fail: (error: unknown) => void): void =>
  send(exchange, answer, () => observe(exchange, observers), fail)

interface Ways {
  begin(): void
  answer(given: WebAnswer): void
  fail(error: unknown): void
}

/** Lets test mode see a request, with its body where that is a text, before it is admitted. */
function intercept(
  interceptor: Interceptor,
  exchange: Exchange,
  bodies: TextBodies,
  { begin, answer, fail }: Ways,
): void {
  const look = () =>
    proceed(
      () => interceptor.arrive(exchange),
      given => {
        if (given === null) begin()
        else if (given !== 'dropped') answer(given)
      },
      fail,
    )
  const { served, incoming } = exchange
  const taken = (body: string): void => {
    exchange.body = body
    exchange.bodyTaken = true
    look()
  }
  if (served.route.body === 'text') bodies.read(incoming, served.bodyLimit, taken, fail)
  else look()
}

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

/** Finds the caller of a route that asks for a bearer token or a session: one look into memory for a token that is in use. */
function identify(exchange: Exchange, { bearerChanges }: PipelineParts, again: boolean): MaybePromise<void> {
  const { auth } = exchange.served.route
  if (auth === 'none' || (auth === 'optional' && exchange.headers.authorization === undefined)) return
  exchange.bearerChanges = bearerChanges()
  return whenReady(exchange.judge(again), caller => {
    exchange.caller = caller
  })
}

/** Goes on with the value of a step: in this turn when it is there, so that no promise is made where nothing is waited for. */
function proceed<T>(step: () => MaybePromise<T>, next: (value: T) => void, fail: (error: unknown) => void): void {
  let value: MaybePromise<T>
  try {
    value = step()
  } catch (error) {
    fail(error)
    return
  }
  if (value instanceof Promise) value.then(next, fail)
  else next(value)
}
