// Shares a few slots among tenants and their users, round robin, and refuses early those that would wait too long.
import { Overloaded, QueryTimeout } from '../errors.ts'
import { RoundRobin, type Share } from './round-robin.ts'

export interface Turn {
  readonly share: Share
  /** How long to wait for a slot at most. */
  readonly waitMs: number
  /** Gives the signal that the client has gone. It is called for work that has to wait only. */
  readonly gone?: (() => AbortSignal) | undefined
}

interface FairQueueOptions {
  /** How many slots one tenant may have at a time. */
  readonly slots: number
  /** Further slots, for tenants that have fewer than `slots`: one tenant never has them all. */
  readonly reserved: number
  /** How long work may keep its slot while another user of the same tenant waits for one; without it, as long as it takes. */
  readonly contestedMs?: number
  /** What is shared, for messages: `long queries`. */
  readonly name: string
}

interface RunningJob {
  readonly share: Share
  readonly started: number
  readonly end: AbortController
}

/** How often it is looked whether running work has to yield. */
const checkMs = 250

const contested = (name: string, ms: number): string =>
  `Other users of the database waited for their ${name}, so this one was ended after ${ms / 1000} s. Ask for less, or try again later.`

/** The most that may wait, whatever they are expected to wait. */
const mostWaiting = 10_000
const longestRetrySeconds = 60

export class FairQueue {
  readonly #options: FairQueueOptions
  readonly #waiting = new RoundRobin<() => void>()
  readonly #runningOf = new Map<string, number>()
  /** In the order in which they began. */
  readonly #jobs = new Set<RunningJob>()
  /** The shares that wait for a slot. */
  readonly #contenders = new Set<Share>()
  #checks: NodeJS.Timeout | null = null
  #running = 0
  /** How long work took lately, in ms. */
  #usualMs = 0

  constructor(options: FairQueueOptions) {
    this.#options = options
  }

  /**
   * Runs `work` in a slot. Refuses when none came, or is expected to come, within `turn.waitMs`. `yields` is called only by work
   * that can be ended; it gives the signal to give the slot up, because another user has waited long enough.
   */
  async run<T>(turn: Turn, work: (yields: () => AbortSignal) => Promise<T>): Promise<T> {
    const release = this.takeNow(turn.share.tenant) ?? (await this.take(turn))
    const job: RunningJob = { share: turn.share, started: performance.now(), end: new AbortController() }
    this.#jobs.add(job)
    try {
      return await work(() => job.end.signal)
    } finally {
      this.#jobs.delete(job)
      release()
    }
  }

  /** Ends, for each user that waits, the longest work of another user of the same tenant that has had its time. */
  #yieldSlots(): void {
    const { contestedMs = Number.POSITIVE_INFINITY, name } = this.#options
    const now = performance.now()
    const asked = new Set<string>()
    for (const { tenant, user } of this.#contenders) {
      if (asked.has(`${tenant} ${user}`)) continue
      asked.add(`${tenant} ${user}`)
      const own = [...this.#jobs].filter(job => job.share.tenant === tenant)
      // A user that has a slot already waits for it.
      if (own.some(job => job.share.user === user || job.end.signal.aborted)) continue
      const longest = own.find(job => now - job.started >= contestedMs)
      longest?.end.abort(new QueryTimeout(contested(name, contestedMs)))
    }
    if (this.#contenders.size > 0) this.#check()
  }

  #check(): void {
    if (this.#options.contestedMs === undefined) return
    this.#checks ??= setTimeout(() => {
      this.#checks = null
      this.#yieldSlots()
    }, checkMs).unref()
  }

  /** Whether any work waits for a slot. */
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
      this.#contenders.delete(contender)
      return this.#waiting.delete(share, start)
    }
    const start = () => {
      leave()
      resolve(this.#start(share.tenant))
    }
    const abort = () => void (leave() && reject(signal?.reason))
    const timer = setTimeout(() => void (leave() && reject(this.#overloaded(waitMs))), waitMs)
    const contender = { ...share }
    this.#contenders.add(contender)
    this.#check()
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
    const hasNone = (share: Share) =>
      ![...this.#jobs].some(job => job.share.tenant === share.tenant && job.share.user === share.user)
    const next = this.#waiting.take(
      other => this.#mayStart(other),
      this.#options.contestedMs === undefined ? undefined : hasNone,
    )
    next?.()
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
