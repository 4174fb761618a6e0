// What a route is: one line of the table says how it is asked, who may ask, and in which face its errors are shown.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../accounts/caller.ts'
import type { MaybePromise } from '../base/maybe-promise.ts'
import type { WebAnswer, WebHandler, WebRequest } from '../base/web.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; set on routes with bearer authentication. */
    caller: Caller | null
    /** The entity of a data operation, once it is known to exist: a label of the metrics, so never a client's own text. */
    entity: string
    /** How it ended, when the status does not say: a refusal is HTTP 200. */
    outcome: Outcome | null
  }
  interface FastifyContextConfig {
    route?: Route
  }
}

export type Outcome = 'ok' | 'refused' | 'denied' | 'throttled' | 'invalid' | 'unavailable' | 'fault'

/** `json`: a parsed value, whatever the Content-Type says. `text`: as it came. `raw`: a stream of bytes, counted. */
export type BodyKind = 'none' | 'json' | 'text' | 'raw'
export type Face = 'envelope' | 'oauth' | 'page' | 'plain'
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

interface RouteBase {
  readonly method: Method
  /** In Fastify's spelling: `/api/BinaryDownload/:key`. */
  readonly path: string
  readonly body: BodyKind
  readonly auth: 'none' | 'bearer'
  readonly face: Face
  /** The label in metrics and logs. */
  readonly operation: string
  /** May be called by scripts of any origin, without cookies. */
  readonly cors?: boolean
  /** Answers before the store is ready, and is left out of the log: health, metrics. */
  readonly always?: boolean
  /** Bytes; the setting body-limit unless said. */
  readonly bodyLimit?: number
  /** The same answer without Fastify, for requests that have nothing unusual about them; see quick-lane.ts. */
  readonly quick?: QuickHandler
}

/** A request in the quick lane. */
export interface QuickRequest {
  /** Set on routes with bearer authentication. */
  readonly caller: Caller | null
  readonly headers: WebRequest['headers']
  /** Of the client; only plain handlers ask for it. */
  readonly address: string
  /** As it came, as text. */
  body: string
  /** As in a FastifyRequest. */
  entity: string
}

/** Gives the JSON of an answer with status 200 or another answer, or throws. */
export type QuickHandler = (request: QuickRequest) => MaybePromise<string | WebAnswer>

export type Handler = (request: FastifyRequest, reply: FastifyReply) => unknown

/** `handler` speaks Fastify, for the routes where every microsecond counts; `web` is a room's own plain handler. */
export type Route = RouteBase & ({ readonly handler: Handler } | { readonly web: WebHandler })
