// Captures the webhooks that the server sends, and answers those to other hosts, so that no test needs a receiver.
import { setTimeout as pause } from 'node:timers/promises'
import { isObject } from '../base/text/json.ts'
import type { Outbound } from '../outbound/outbound.ts'
import type { Delivery } from './wire.ts'

interface DeliveryFilter {
  readonly type: string | null
  readonly database: string | null
}

/** The URL of targets without a receiver; no request is sent there. */
export const sinkUrl = 'https://receiver.test/'

const mostKept = 10_000
const lookMs = 10

export class Deliveries {
  #kept: Delivery[] = []
  #answers: number[] = []
  /** Deliveries that `next` has returned. */
  readonly #taken = new WeakSet<Delivery>()

  /** Sets the statuses of the next captured requests; later ones get 204. */
  answerWith(statuses: readonly number[]): void {
    this.#answers.push(...statuses)
  }

  list({ type, database }: DeliveryFilter): Delivery[] {
    return this.#kept.filter(
      one => (type === null || one.type === type) && (database === null || one.database === database),
    )
  }

  /** The oldest delivery that was not returned yet; null when none comes in time. */
  async next(wanted: DeliveryFilter, waitMs: number): Promise<Delivery | null> {
    const until = performance.now() + waitMs
    for (;;) {
      const found = this.list(wanted).find(one => !this.#taken.has(one))
      if (found) {
        this.#taken.add(found)
        return found
      }
      if (performance.now() >= until) return null
      await pause(lookMs)
    }
  }

  /** Webhooks to this machine are really sent; those to other hosts never leave it. Other requests go on as they are. */
  capture(real: Outbound): Outbound {
    return {
      complaint: url => real.complaint(url),
      close: () => real.close(),
      send: async request => {
        if (request.headers['webhook-id'] === undefined) return real.send(request)
        const isHere = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(request.url).hostname)
        const answer = isHere ? real.send(request) : this.#play()
        return answer.then(
          given => {
            this.#keep(request, given.status)
            return given
          },
          (error: unknown) => {
            this.#keep(request, null)
            throw error
          },
        )
      },
    }
  }

  async #play() {
    return { status: this.#answers.shift() ?? 204, headers: {}, body: Buffer.alloc(0), isCut: false }
  }

  #keep({ url, headers, body = '' }: Parameters<Outbound['send']>[0], status: number | null): void {
    const text = typeof body === 'string' ? body : Buffer.from(body).toString('utf8')
    const event: unknown = JSON.parse(text)
    const { type = '', database = '' } = isObject(event) ? event : {}
    this.#kept.push({ url, headers, body: text, type: String(type), database: String(database), event, status })
    if (this.#kept.length > mostKept) this.#kept = this.#kept.slice(-mostKept / 2)
  }
}
