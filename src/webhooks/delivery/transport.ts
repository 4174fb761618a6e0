// Makes the HTTP requests of webhooks in a thread, so that the requests of clients do not wait for them.
import type { Worker } from 'node:worker_threads'
import { startThread } from '../../base/programs/programs.ts'
import type { Settings } from '../../config/settings.ts'
import type { Outbound } from '../../outbound/outbound.ts'
import { type Addressee, attemptDelivery, type DeliveryAttempt } from './attempt.ts'
import { Pace } from './pace.ts'

export type TransportSettings = Pick<Settings, 'outboundNetworks' | 'outboundHttp'>

/** A request for the thread to make. */
export interface RequestJob {
  readonly number: number
  /** The line that the request belongs to; see Transport. */
  readonly line: number
  readonly addressee: Addressee
  readonly id: string
  readonly body: string
  /** Epoch milliseconds by the clock of the service. */
  readonly at: number
}

/** A message to the thread: requests to make, and a line whose requests are aborted. */
export interface ThreadMessage {
  readonly jobs: readonly RequestJob[]
  readonly ended: number | null
}

/** The result of a request; null when it was aborted. */
export interface FinishedRequest {
  readonly number: number
  readonly attempt: DeliveryAttempt | null
}

export type MakeRequest = (
  addressee: Addressee,
  id: string,
  body: string,
  at: number,
) => Promise<DeliveryAttempt | null>

export interface Transport {
  /** A line of requests, which the signal aborts together. */
  line(signal: AbortSignal): MakeRequest
  close(): Promise<void>
}

/** Makes the requests in this thread, where test mode can observe them. */
export const directTransport = (outbound: Outbound): Transport => ({
  line: signal => (addressee, id, body, at) => attemptDelivery(addressee, id, body, { outbound, at }, signal),
  close: async () => {},
})

interface PendingRequest {
  resolve(attempt: DeliveryAttempt | null): void
  reject(error: Error): void
}

export class ThreadTransport implements Transport {
  readonly #settings: TransportSettings
  readonly #pending = new Map<number, PendingRequest>()
  readonly #pace = new Pace(() => this.#flush())
  #thread: Worker | undefined
  #jobs: RequestJob[] = []
  #count = 0
  #lines = 0

  constructor({ outboundNetworks, outboundHttp }: TransportSettings) {
    this.#settings = { outboundNetworks, outboundHttp }
  }

  line(signal: AbortSignal): MakeRequest {
    const line = this.#lines++
    signal.addEventListener('abort', () => {
      for (const job of this.#jobs) if (job.line === line) this.#settle(job.number, null)
      this.#jobs = this.#jobs.filter(job => job.line !== line)
      this.#thread?.postMessage({ jobs: [], ended: line } satisfies ThreadMessage)
    })
    return (addressee, id, body, at) => {
      if (signal.aborted) return Promise.resolve(null)
      const { promise, resolve, reject } = Promise.withResolvers<DeliveryAttempt | null>()
      const number = this.#count++
      this.#pending.set(number, { resolve, reject })
      // The requests of one turn of the event loop are one message to the thread.
      if (this.#jobs.push({ number, line, addressee, id, body, at }) === 1) setImmediate(() => this.#flush())
      return promise
    }
  }

  async close(): Promise<void> {
    await this.#thread?.terminate()
  }

  #flush(): void {
    if (this.#jobs.length === 0) return
    const jobs = this.#jobs.splice(0, this.#pace.take(this.#jobs.length))
    if (jobs.length === 0) return
    this.#thread ??= this.#start()
    this.#thread.postMessage({ jobs, ended: null } satisfies ThreadMessage)
  }

  #settle(number: number, attempt: DeliveryAttempt | null): void {
    this.#pending.get(number)?.resolve(attempt)
    this.#pending.delete(number)
  }

  #start(): Worker {
    const thread = startThread(new URL('./transport-thread.ts', import.meta.url), { workerData: this.#settings })
    thread.unref()
    thread.on('message', (all: readonly FinishedRequest[]) => {
      for (const { number, attempt } of all) this.#settle(number, attempt)
    })
    // The next request starts another thread; the events of requests under way are sent again.
    const failed = (error: Error) => {
      if (this.#thread !== thread) return
      this.#thread = undefined
      for (const { reject } of this.#pending.values()) reject(error)
      this.#pending.clear()
      this.#jobs = []
    }
    thread.on('error', failed)
    thread.on('exit', status => failed(new Error(`The thread that sends webhooks has ended with ${status}`)))
    return thread
  }
}
