// Defines a route: method and path, authentication, body, face of its failures, and handler.
import type { Readable } from 'node:stream'
import type { Caller } from '../accounts/caller.ts'
import type { MaybePromise } from '../base/scheduling/maybe-promise.ts'
import type { WebAnswer, WebRequest } from '../base/web.ts'

/** Where requests with the session of the console are answered. */
export const lanePrefix = '/console/api'

export type Outcome = 'ok' | 'refused' | 'denied' | 'throttled' | 'invalid' | 'unavailable' | 'fault'

/** `text`: the whole body, whatever its Content-Type says. `stream`: its bytes as they come, counted. */
type BodyKind = 'none' | 'text' | 'stream'
/** `resource`: the body of an envelope, with an HTTP status that says what is wrong. */
export type Face = 'envelope' | 'resource' | 'oauth' | 'scim' | 'page' | 'plain'
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The request that handlers receive. Rooms below http/ use only the WebRequest in it. */
export interface RouteRequest extends WebRequest {
  /** Set on routes with bearer or session authentication, and on those where it is optional when there is a token. */
  readonly caller: Caller | null
  /** The body of a route that takes it as a stream; null on other routes. */
  readonly stream: Readable | null
  /** The protocol that the client used, according to the setting trusted-proxy. */
  readonly protocol: 'http' | 'https'
  /** The entity of a data operation, set once it is known to exist, since it is a label of the metrics. */
  entity: string
  /** Finds the caller anew, for an answer that takes long; refuses when the token or the session has ended. */
  judge(again: true): MaybePromise<Caller>
  /** Is aborted when the client closes the connection before its answer. Made on first use, so only long work pays for it. */
  readonly gone: () => AbortSignal
  /** Calls back when the answer was sent, or the client is gone. */
  onSent(done: () => void): void
}

export type Handler = (request: RouteRequest) => MaybePromise<WebAnswer>

export interface Route {
  readonly method: Method
  /** Parameters begin with a colon: `/api/BinaryDownload/:key`. */
  readonly path: string
  readonly body: BodyKind
  /**
   * `assistant`: a token that was issued for the MCP server, or a personal token that was not made through an application. `optional`: a token is checked when there is one, and the route answers without one too. `session`: the cookie of the
   * console; no other route looks at it. `provider`: a token by which an identity provider manages users.
   */
  readonly auth: 'none' | 'optional' | 'bearer' | 'session' | 'assistant' | 'provider'
  readonly face: Face
  /** The label in metrics and logs. */
  readonly operation: string
  /** May be called by scripts of any origin, without cookies. */
  readonly cors?: boolean
  /** Answers before the store is ready, and is logged only when it fails: health, metrics. */
  readonly always?: boolean
  /** Bodies and answers hold secrets: RequestLog never keeps them. */
  readonly secret?: boolean
  /** Bytes; the setting body-limit unless said. */
  readonly bodyLimit?: number
  readonly handler: Handler
}
