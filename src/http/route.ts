// Defines a route: how it is asked, who may ask, in which face its failures are shown, and its handler.
import type { Readable } from 'node:stream'
import type { Caller } from '../accounts/caller.ts'
import type { MaybePromise } from '../base/maybe-promise.ts'
import type { WebAnswer, WebRequest } from '../base/web.ts'

/** Where requests with the session of the console are answered. */
export const lanePrefix = '/console/api'

export type Outcome = 'ok' | 'refused' | 'denied' | 'throttled' | 'invalid' | 'unavailable' | 'fault'

/** `text`: the whole body, whatever its Content-Type says. `stream`: its bytes as they come, counted. */
type BodyKind = 'none' | 'text' | 'stream'
/** `resource`: the body of an envelope, with an HTTP status that says what is wrong. */
export type Face = 'envelope' | 'resource' | 'oauth' | 'page' | 'plain'
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The request as handlers see it. A room below http/ asks for no more than the WebRequest in it. */
export interface RouteRequest extends WebRequest {
  /** Set on routes with bearer or session authentication, and on those where it is optional when there is a token. */
  readonly caller: Caller | null
  /** The body of a route that takes it as a stream; null on other routes. */
  readonly stream: Readable | null
  /** The protocol that the client used, according to the setting trusted-proxy. */
  readonly protocol: 'http' | 'https'
  /** The entity of a data operation, once it is known to exist: a label of the metrics, so never a client's own text. */
  entity: string
  /** Finds the caller anew, for an answer that takes long; refuses when the token or the session has ended. */
  judge(again: true): MaybePromise<Caller>
  /** Gives the signal that the client has gone before its answer was made. It costs something, so long work alone asks. */
  readonly gone: () => AbortSignal
  /** Calls back when the answer has left, or the client has gone. */
  onSent(done: () => void): void
}

export type Handler = (request: RouteRequest) => MaybePromise<WebAnswer>

export interface Route {
  readonly method: Method
  /** Parameters begin with a colon: `/api/BinaryDownload/:key`. */
  readonly path: string
  readonly body: BodyKind
  /**
   * `optional`: a token is judged when there is one, and the route has an answer without. `session`: the cookie of the
   * console; no other route looks at it.
   */
  readonly auth: 'none' | 'optional' | 'bearer' | 'session'
  readonly face: Face
  /** The label in metrics and logs. */
  readonly operation: string
  /** May be called by scripts of any origin, without cookies. */
  readonly cors?: boolean
  /** Answers before the store is ready, and is logged only when it fails: health, metrics. */
  readonly always?: boolean
  /** Bytes; the setting body-limit unless said. */
  readonly bodyLimit?: number
  readonly handler: Handler
}
