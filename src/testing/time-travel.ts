// Moves the clock of a test server and runs the work that falls due on the way.
import type { ManualClock } from '../base/clock.ts'
import { refuse } from '../base/errors.ts'
import type { Job } from '../base/scheduling/jobs.ts'
import { durationMs, durationWords } from '../base/text/duration.ts'
import type { Webhooks } from '../webhooks/index.ts'

interface TimeParts {
  readonly clock: ManualClock
  readonly webhooks: Pick<Webhooks, 'settle' | 'nextTryAt'>
  readonly jobs: readonly Job[]
  /** Writes the uses of tokens that are in memory only. */
  readonly flush: () => Promise<void>
}

/** The years that dates of the service can have. */
const first = Date.UTC(1970, 0, 2)
const last = Date.UTC(9999, 0, 1)

/** A moment of JSON: a date-time with an offset or Z, or a date alone. */
export function momentOf(given: unknown, path: string): number {
  const text = typeof given === 'string' ? given.replace(/T(\d\d:\d\d)(Z|[+-])/, 'T$1:00$2') : ''
  const ms = /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d))?$/.test(text) ? Date.parse(text) : Number.NaN
  if (ms >= first && ms <= last) return ms
  return refuse('InvalidValue', path, `${path} is a moment such as 2026-01-05T09:00:00Z or 2026-01-05.`)
}

export function spanOf(given: unknown, path: string): number {
  const ms = typeof given === 'string' ? durationMs(given) : null
  return ms ?? refuse('InvalidValue', path, `${path} is ${durationWords}.`)
}

export class TimeTravel {
  readonly #parts: TimeParts
  /** The clock moves once at a time. */
  #under: Promise<unknown> = Promise.resolve()

  constructor(parts: TimeParts) {
    this.#parts = parts
  }

  now(): string {
    return new Date(this.#parts.clock.now()).toISOString()
  }

  advance(ms: number): Promise<string> {
    return this.#alone(() => this.#go(this.#parts.clock.now() + ms))
  }

  /** Moves the clock forwards, with the work that is due on the way, or back. */
  set(to: number): Promise<string> {
    return this.#alone(() => this.#go(to))
  }

  #alone(journey: () => Promise<void>): Promise<string> {
    const run = this.#under.then(journey)
    this.#under = run.catch(() => {})
    return run.then(() => this.now())
  }

  /**
   * Each try of a webhook depends on when the one before was made, so the clock stops at each. All other work is found by
   * the clock alone, and is done once at the end.
   */
  async #go(to: number): Promise<void> {
    const { clock, webhooks, jobs, flush } = this.#parts
    if (to > last || to < first) refuse('InvalidValue', 'clock', 'The clock goes from 1970-01-02 to 9999-01-01.')
    await flush()
    await webhooks.settle()
    for (;;) {
      const next = await webhooks.nextTryAt()
      if (next > to) break
      clock.set(next)
      await webhooks.settle()
    }
    clock.set(to)
    await webhooks.settle()
    for (const job of jobs) await job.run()
  }
}
