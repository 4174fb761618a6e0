// Holds one request and its answer on their way through the pipeline; handlers see it as their RouteRequest.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { performance } from 'node:perf_hooks'
import type { Readable } from 'node:stream'
import type { Caller } from '../accounts/caller.ts'
import { ClientGone } from '../base/errors.ts'
import type { MaybePromise } from '../base/scheduling/maybe-promise.ts'
import type { Text } from '../base/text/long-text.ts'
import type { ClientOf } from './client.ts'
import type { RateHeaders } from './rate-limits.ts'
import type { Outcome, RouteRequest } from './route.ts'
import type { RouteMatch, ServedRoute } from './router.ts'

/** Finds the caller of a request, or refuses it. `again`: the second look at the same request. */
export type Judge = (
  request: Pick<RouteRequest, 'headers' | 'method'> & { readonly path: string },
  again: boolean,
) => MaybePromise<Caller>

/** What an exchange needs of the pipeline. */
interface ExchangeParts {
  readonly clientOf: ClientOf
  readonly bearer: Judge
  readonly session: Judge
  readonly assistant: Judge
  readonly provider: Judge
}

export class Exchange implements RouteRequest {
  readonly started = performance.now()
  readonly incoming: IncomingMessage
  readonly response: ServerResponse
  readonly id: string
  readonly served: ServedRoute
  readonly params: RouteMatch['params']
  readonly query: string
  readonly #parts: ExchangeParts
  #gone: AbortController | undefined
  caller: Caller | null = null
  /** The change count at the time when the token of the request was checked. */
  bearerChanges = 0
  body = ''
  /** True once the whole body was read; the request itself learns that a moment later. */
  bodyTaken = false
  stream: Readable | null = null
  entity = ''
  /** Headers of the answer: names and values in turns. */
  rateHeaders: RateHeaders = []
  /** Set when the status does not determine the outcome: a refused operation is HTTP 200. */
  outcome: Outcome | null = null
  /** The error codes of a failure. */
  codes: readonly number[] = []
  /** The text that was sent; empty for a stream. */
  answer: Text = ''

  constructor(
    incoming: IncomingMessage,
    response: ServerResponse,
    id: string,
    found: RouteMatch,
    parts: ExchangeParts,
  ) {
    this.incoming = incoming
    this.response = response
    this.id = id
    this.served = found.served
    this.params = found.params
    this.query = found.query
    this.#parts = parts
  }

  judge(again: boolean): MaybePromise<Caller> {
    const { session, bearer, assistant, provider } = this.#parts
    const { auth } = this.served.route
    if (auth === 'session') return session(this, again)
    if (auth === 'provider') return provider(this, again)
    return auth === 'assistant' ? assistant(this, again) : bearer(this, again)
  }

  /** Made on first use: most requests are answered before their client could close the connection. */
  get gone(): () => AbortSignal {
    return () => this.#signal()
  }

  #signal(): AbortSignal {
    if (this.#gone) return this.#gone.signal
    const gone = new AbortController()
    this.#gone = gone
    this.onSent(() => {
      if (!this.response.writableFinished) gone.abort(new ClientGone())
    })
    return gone.signal
  }

  onSent(done: () => void): void {
    if (this.response.closed) done()
    else this.response.once('close', done)
  }

  get method(): string {
    return this.incoming.method as string
  }

  /** The path as it was sent. */
  get path(): string {
    return (this.incoming.url as string).split('?', 1)[0] as string
  }

  get headers(): RouteRequest['headers'] {
    return this.incoming.headers
  }

  get address(): string {
    return this.#parts.clientOf.address(this.incoming)
  }

  get protocol(): 'http' | 'https' {
    return this.#parts.clientOf.protocol(this.incoming)
  }
}
