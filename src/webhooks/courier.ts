// Hands deliveries to a thread that sends them, so that the requests of clients do not wait for those to receivers.
import { Worker } from 'node:worker_threads'
import type { Settings } from '../config/settings.ts'
import type { Outbound } from '../outbound/outbound.ts'
import { type Addressee, type Attempt, attemptDelivery } from './attempt.ts'
import { Pace } from './pace.ts'

export type CourierSettings = Pick<Settings, 'outboundNetworks' | 'outboundHttp'>

/** A request that the thread is to make. */
export interface Job {
  readonly number: number
  /** The line that it belongs to; see Courier. */
  readonly line: number
  readonly addressee: Addressee
  readonly id: string
  readonly body: string
  /** Epoch milliseconds by the clock of the service. */
  readonly at: number
}

/** What the thread is told: requests to make, and a line whose requests are given up. */
export interface Orders {
  readonly jobs: readonly Job[]
  readonly ended: number | null
}

/** What became of a request; null when it was given up. */
export interface Done {
  readonly number: number
  readonly attempt: Attempt | null
}

export type SendOnce = (addressee: Addressee, id: string, body: string, at: number) => Promise<Attempt | null>

/** Sends the requests of webhooks. */
export interface Courier {
  /** Requests that are given up together, by the signal. */
  line(signal: AbortSignal): SendOnce
  close(): Promise<void>
}

/** Sends them in this thread, where test mode looks at what is sent. */
export const directCourier = (outbound: Outbound): Courier => ({
  line: signal => (addressee, id, body, at) => attemptDelivery(addressee, id, body, { outbound, at }, signal),
  close: async () => {},
})

interface Waiting {
  resolve(attempt: Attempt | null): void
  reject(error: Error): void
}

export class ThreadCourier implements Courier {
  readonly #settings: CourierSettings
  readonly #waiting = new Map<number, Waiting>()
  readonly #pace = new Pace(() => this.#flush())
  #thread: Worker | undefined
  #jobs: Job[] = []
  #count = 0
  #lines = 0

  constructor({ outboundNetworks, outboundHttp }: CourierSettings) {
    this.#settings = { outboundNetworks, outboundHttp }
  }

  line(signal: AbortSignal): SendOnce {
    const line = this.#lines++
    signal.addEventListener('abort', () => {
      for (const job of this.#jobs) if (job.line === line) this.#settle(job.number, null)
      this.#jobs = this.#jobs.filter(job => job.line !== line)
      this.#thread?.postMessage({ jobs: [], ended: line } satisfies Orders)
    })
    return (addressee, id, body, at) => {
      if (signal.aborted) return Promise.resolve(null)
      const { promise, resolve, reject } = Promise.withResolvers<Attempt | null>()
      const number = this.#count++
      this.#waiting.set(number, { resolve, reject })
      // What is sent in one turn of the event loop is one message to the thread.
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
    this.#thread.postMessage({ jobs, ended: null } satisfies Orders)
  }

  #settle(number: number, attempt: Attempt | null): void {
    this.#waiting.get(number)?.resolve(attempt)
    this.#waiting.delete(number)
  }

  #start(): Worker {
    const thread = new Worker(new URL('./courier-thread.ts', import.meta.url), { workerData: this.#settings })
    thread.unref()
    thread.on('message', (all: readonly Done[]) => {
      for (const { number, attempt } of all) this.#settle(number, attempt)
    })
    // The next request starts another thread; the events of those under way are sent again.
    const failed = (error: Error) => {
      if (this.#thread !== thread) return
      this.#thread = undefined
      for (const { reject } of this.#waiting.values()) reject(error)
      this.#waiting.clear()
      this.#jobs = []
    }
    thread.on('error', failed)
    thread.on('exit', status => failed(new Error(`The thread that sends webhooks has ended with ${status}`)))
    return thread
  }
}
