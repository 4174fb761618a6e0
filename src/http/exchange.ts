// Holds one request and its answer on their way through the pipeline; handlers see it as their RouteRequest.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import type { Caller } from '../accounts/caller.ts'
import { ClientGone } from '../base/errors.ts'
import type { ClientOf } from './client.ts'
import type { RateHeaders } from './rate-limits.ts'
import type { Outcome, RouteRequest } from './route.ts'
import type { Found, ServedRoute } from './router.ts'

export class Exchange implements RouteRequest {
  readonly started = performance.now()
  readonly incoming: IncomingMessage
  readonly response: ServerResponse
  readonly id: string
  readonly served: ServedRoute
  readonly params: Found['params']
  readonly query: string
  readonly #clientOf: ClientOf
  #gone: AbortController | undefined
  caller: Caller | null = null
  /** The count of what ends tokens, when the token of the request was judged. */
  bearerChanges = 0
  body = ''
  /** True once the whole body was read; the request itself learns that a moment later. */
  bodyTaken = false
  stream: Readable | null = null
  entity = ''
  /** Told in the answer: names and values in turns. */
  rateHeaders: RateHeaders = []
  /** Set when the status does not determine the outcome: a refused operation is HTTP 200. */
  outcome: Outcome | null = null

  constructor(incoming: IncomingMessage, response: ServerResponse, id: string, found: Found, clientOf: ClientOf) {
    this.incoming = incoming
    this.response = response
    this.id = id
    this.served = found.served
    this.params = found.params
    this.query = found.query
    this.#clientOf = clientOf
  }

  readonly gone = (): AbortSignal => {
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

  get headers(): RouteRequest['headers'] {
    return this.incoming.headers
  }

  get address(): string {
    return this.#clientOf.address(this.incoming)
  }

  get protocol(): 'http' | 'https' {
    return this.#clientOf.protocol(this.incoming)
  }
}
