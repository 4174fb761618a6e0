// Shares a few slots among tenants and their users, round robin, and refuses early whoever would wait too long.
import { Overloaded } from './errors.ts'
import { RoundRobin, type Share } from './round-robin.ts'

export interface Turn {
  readonly share: Share
  /** How long to wait for a slot at most. */
  readonly waitMs: number
  /** Tells when nobody wants the work any more. It is called for work that has to wait only. */
  readonly gone?: (() => AbortSignal) | undefined
}

interface FairQueueOptions {
  /** How many slots one tenant may have at a time. */
  readonly slots: number
  /** Further slots, for tenants that have fewer than `slots`: one tenant never has them all. */
  readonly reserved: number
  /** What is shared, for messages: `long queries`. */
  readonly name: string
}

/** The most that may wait, whatever they are expected to wait. */
const mostWaiting = 10_000
const longestRetrySeconds = 60

export class FairQueue {
  readonly #options: FairQueueOptions
  readonly #waiting = new RoundRobin<() => void>()
  readonly #runningOf = new Map<string, number>()
  #running = 0
  /** How long work took lately, in ms. */
  #usualMs = 0

  constructor(options: FairQueueOptions) {
    this.#options = options
  }

  /** Runs `work` in a slot. Refuses when none came, or is expected to come, within `turn.waitMs`. */
  async run<T>(turn: Turn, work: () => Promise<T>): Promise<T> {
    const release = this.takeNow(turn.share.tenant) ?? (await this.take(turn))
    try {
      return await work()
    } finally {
      release()
    }
  }

  /** Whether somebody waits for a slot. */
  get isAwaited(): boolean {
    return this.#waiting.size > 0
  }

  /** Takes a slot if one is free. Gives the function that gives it back. */
  takeNow(tenant: string): (() => void) | null {
    if (!this.#mayStart(tenant)) return null
    return this.#start(tenant)
  }

  take(turn: Turn): Promise<() => void> {
    const { share, waitMs } = turn
    const { promise, resolve, reject } = Promise.withResolvers<() => void>()
    if (this.#mayStart(share.tenant)) {
      resolve(this.#start(share.tenant))
      return promise
    }
    const expectedMs = this.#expectedMs(share.tenant)
    if (expectedMs > waitMs || this.#waiting.size >= mostWaiting) {
      reject(this.#overloaded(expectedMs))
      return promise
    }
    const signal = turn.gone?.()
    const leave = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      return this.#waiting.delete(share, start)
    }
    const start = () => {
      leave()
      resolve(this.#start(share.tenant))
    }
    const abort = () => void (leave() && reject(signal?.reason))
    const timer = setTimeout(() => void (leave() && reject(this.#overloaded(waitMs))), waitMs)
    this.#waiting.add(share, start)
    if (signal?.aborted) abort()
    else signal?.addEventListener('abort', abort, { once: true })
    return promise
  }

  #mayStart(tenant: string): boolean {
    const { slots, reserved } = this.#options
    return this.#running < slots + reserved && (this.#runningOf.get(tenant) ?? 0) < slots
  }

  #start(tenant: string): () => void {
    const started = performance.now()
    this.#running++
    this.#runningOf.set(tenant, (this.#runningOf.get(tenant) ?? 0) + 1)
    return () => this.#end(tenant, performance.now() - started)
  }

  #end(tenant: string, ms: number): void {
    this.#usualMs += (ms - this.#usualMs) / 10
    this.#running--
    const running = (this.#runningOf.get(tenant) ?? 1) - 1
    if (running === 0) this.#runningOf.delete(tenant)
    else this.#runningOf.set(tenant, running)
    this.#waiting.take(other => this.#mayStart(other))?.()
  }

  /** How long a new arrival of the tenant would wait, going by how long work took lately. */
  #expectedMs(tenant: string): number {
    return (this.#waiting.ahead(tenant) * this.#usualMs) / this.#options.slots
  }

  #overloaded(expectedMs: number): Overloaded {
    const seconds = Math.min(longestRetrySeconds, Math.ceil(expectedMs / 1000))
    return new Overloaded(`The server is busy: too many ${this.#options.name} wait for their turn.`, seconds)
  }
}
