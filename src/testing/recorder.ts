// Records requests and their answers, with secrets masked.
import type { Clock } from '../base/clock.ts'
import { maskBody, maskForm, maskHeaders } from '../base/secrets/masking.ts'
import { joined } from '../base/text/long-text.ts'
import { isText, type WebAnswer } from '../base/web.ts'
import type { Exchange } from '../http/exchange.ts'
import type { RecordedRequest, RequestFilter } from './wire.ts'

/** A record that is completed until the request is answered. */
type Recording = { -readonly [Name in keyof RecordedRequest]: RecordedRequest[Name] }

/** Older requests are forgotten. */
const mostRequests = 10_000
/** Of each body. */
const mostText = 256 * 1024

/** Whether a text matches a pattern in which `*` stands for any text. */
export function matches(text: string, pattern: string): boolean {
  const parts = pattern.split('*').map(part => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`, 'i').test(text)
}

export class Recorder {
  readonly #clock: Clock
  #requests: Recording[] = []
  readonly #of = new WeakMap<Exchange, Recording>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** The record of an exchange, which begins with the first call. */
  of(exchange: Exchange): Recording {
    const known = this.#of.get(exchange)
    if (known) return known
    const { incoming, id, method, body, served } = exchange
    const [path = '', query = ''] = splitOnce(incoming.url ?? '', '?')
    const isStream = served.route.body === 'stream'
    const request: Recording = {
      id,
      at: new Date(this.#clock.now()).toISOString(),
      method,
      path,
      query: query === '' ? '' : maskForm(query),
      headers: maskHeaders(incoming.headers),
      body: isStream ? null : (maskBody(body, incoming.headers['content-type'] ?? '')?.slice(0, mostText) ?? null),
      database: null,
      user: null,
      client: null,
      entity: null,
      faults: [],
      status: null,
      answer: null,
      answerHeaders: {},
      delivered: 'none',
      ms: null,
    }
    this.#of.set(exchange, request)
    this.#requests.push(request)
    if (this.#requests.length > mostRequests) this.#requests = this.#requests.slice(-mostRequests / 2)
    return request
  }

  answered(exchange: Exchange, answer: WebAnswer, delivered: RecordedRequest['delivered']): void {
    const request = this.of(exchange)
    const { caller, entity } = exchange
    if (caller) Object.assign(request, { database: caller.database, user: caller.uid })
    if (entity !== '') request.entity = entity
    request.status = answer.status
    request.answerHeaders = maskHeaders(answer.headers)
    const type = request.answerHeaders['content-type'] ?? ''
    request.answer = isText(answer.body) ? (maskBody(joined(answer.body), type)?.slice(0, mostText) ?? null) : null
    request.delivered = delivered
    request.ms = Math.round(performance.now() - exchange.started)
  }

  matching(filter: RequestFilter): RecordedRequest[] {
    return this.#requests.filter(
      request =>
        (filter.method === undefined || request.method === filter.method.toUpperCase()) &&
        (filter.path === undefined || matches(request.path, filter.path)) &&
        (filter.database === undefined || request.database === filter.database) &&
        (filter.client === undefined || request.client === filter.client) &&
        (filter.entity === undefined || request.entity?.toLowerCase() === filter.entity.toLowerCase()) &&
        (filter.status === undefined || request.status === filter.status),
    )
  }

  clear(filter: RequestFilter): number {
    const gone = new Set(this.matching(filter))
    this.#requests = this.#requests.filter(request => !gone.has(request))
    return gone.size
  }
}

function splitOnce(text: string, at: string): [string, string] {
  const index = text.indexOf(at)
  return index < 0 ? [text, ''] : [text.slice(0, index), text.slice(index + 1)]
}
