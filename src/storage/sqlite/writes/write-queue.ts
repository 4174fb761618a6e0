// Queues writers until a commit group takes them: in fair turns of tenants and users, each until its deadline.
import { Overloaded, StoreUnavailable } from '../../../base/errors.ts'
import { RoundRobin, type Share } from '../../../base/scheduling/round-robin.ts'
import type { Tx } from '../../store.ts'

const mostJobs = 10_000

export interface WriteJob {
  readonly work: (tx: Tx) => Promise<unknown>
  readonly resolve: (value: never) => void
  readonly reject: (reason: unknown) => void
  readonly deadline: number
  readonly alone: boolean
  readonly share: Share
}

export class WriteQueue {
  readonly #now: () => number
  readonly #jobs = new RoundRobin<WriteJob>()
  /** Jobs that a group has taken and given back. They run before all others, and have no deadline. */
  readonly #first: WriteJob[] = []
  /** A moving average of the time of a job, in ms. */
  #usualMs = 0

  constructor(now: () => number) {
    this.#now = now
  }

  get size(): number {
    return this.#jobs.size + this.#first.length
  }

  /** The reason to refuse another job, null when it can be added. */
  refusalOf({ tenant }: Share, waitMs: number): Overloaded | null {
    const expectedMs = this.#jobs.ahead(tenant) * this.#usualMs
    if (expectedMs <= waitMs && this.#jobs.size < mostJobs) return null
    return new Overloaded('The server is busy: too many writes wait for their turn.', Math.ceil(waitMs / 1000))
  }

  add(job: WriteJob): void {
    this.#jobs.add(job.share, job)
  }

  take(): WriteJob | undefined {
    return this.#first.shift() ?? this.#jobs.take()
  }

  postpone(job: WriteJob): void {
    this.#first.push(job)
  }

  runFirst(jobs: readonly WriteJob[]): void {
    this.#first.unshift(...jobs)
  }

  took(ms: number): void {
    this.#usualMs += (ms - this.#usualMs) / 10
  }

  /** Rejects the job when its client is gone before a group has taken it. */
  dropWhenGone(job: WriteJob, signal: AbortSignal): void {
    const abort = () => void (this.#jobs.delete(job.share, job) && job.reject(signal.reason))
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  }

  dismissLate(): void {
    const now = this.#now()
    for (const job of [...this.#jobs].filter(({ deadline }) => deadline <= now)) {
      this.#jobs.delete(job.share, job)
      job.reject(new StoreUnavailable('The store is busy: others have been writing to it for too long.'))
    }
  }
}
