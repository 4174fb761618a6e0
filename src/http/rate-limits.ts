// Limits the requests per minute of a user and of an application, and sends what is left in RateLimit headers.
import type { Caller } from '../accounts/caller.ts'
import { BoundedMap } from '../base/caches/bounded-map.ts'
import { Refusal } from '../base/errors.ts'
import type { Settings } from '../config/settings.ts'

const windowSeconds = 60
/** Users, and applications, that are counted at a time. */
const counted = 100_000

/** Headers of the answer, names and values in turns. */
export type RateHeaders = readonly string[]

interface Policy {
  readonly name: 'user' | 'application'
  /** Requests in a window. */
  readonly quota: number
  readonly subject: (caller: Caller) => string | null
}

interface QuotaState {
  readonly policy: Policy
  readonly left: number
}

export class TooManyRequests extends Refusal {
  readonly retryAfterSeconds: number
  readonly headers: RateHeaders
  constructor({ name, quota }: Policy, seconds: number, headers: RateHeaders) {
    const message = `More than ${quota} requests of this ${name} in ${windowSeconds} s. Come back in ${seconds} s.`
    super([{ error: 'TooManyRequests', path: '', message }])
    this.retryAfterSeconds = seconds
    this.headers = headers
  }
}

/** How often a worker sends its counts to the other workers. */
const shareMs = 50

/** Counts that the workers of a server add up. */
export interface SharedCounts {
  /** When their window ends; epoch milliseconds. */
  readonly ends: number
  readonly counts: readonly (readonly [key: string, count: number])[]
}

interface OtherWorkers {
  tell(counts: SharedCounts): void
  hear(add: (counts: SharedCounts) => void): void
}

export class RateLimits {
  readonly #others: OtherWorkers | undefined
  /** Counts that were not sent to the other workers yet. */
  readonly #unsent = new Map<string, number>()
  readonly #policies: readonly Policy[]
  readonly #policyHeader: string
  #counts = new BoundedMap<{ count: number }>(counted)
  #windowEnds = 0

  constructor({ userRate, applicationRate }: Pick<Settings, 'userRate' | 'applicationRate'>, others?: OtherWorkers) {
    this.#others = others
    others?.hear(counts => this.#add(counts))
    const policies: readonly Policy[] = [
      { name: 'user', quota: userRate, subject: ({ db, uid }) => `${db} ${uid}` },
      {
        name: 'application',
        quota: applicationRate,
        // A provider that manages users counts as the system user of its database. Databases may have applications of one name.
        subject: ({ db, application, chain }) => (chain === null ? null : `${db} ${application}`),
      },
    ]
    this.#policies = policies.filter(({ quota }) => quota > 0)
    this.#policyHeader = this.#policies.map(({ name, quota }) => `"${name}";q=${quota};w=${windowSeconds}`).join(', ')
  }

  /**
   * Counts a request that arrived at `now` (ms of any clock) and returns the headers of its answer; refuses one that is too
   * many. It counts before anything is waited for, so requests in flight count, too.
   */
  take(caller: Caller, now: number): RateHeaders {
    if (this.#policies.length === 0) return none
    if (now >= this.#windowEnds) this.#begin(now + windowSeconds * 1000)
    const states: QuotaState[] = []
    for (const policy of this.#policies) {
      const subject = policy.subject(caller)
      if (subject !== null) states.push({ policy, left: policy.quota - this.#count(`${policy.name} ${subject}`) })
    }
    return this.#headersOf(states, Math.ceil((this.#windowEnds - now) / 1000))
  }

  #begin(ends: number): void {
    this.#windowEnds = ends
    this.#counts = new BoundedMap(counted)
    this.#unsent.clear()
  }

  #count(key: string): number {
    if (this.#others) this.#tellSoon(key, this.#others)
    return this.#raise(key, 1)
  }

  #raise(key: string, by: number): number {
    const known = this.#counts.get(key) ?? { count: 0 }
    known.count += by
    if (known.count === by) this.#counts.set(key, known)
    return known.count
  }

  #tellSoon(key: string, others: OtherWorkers): void {
    if (this.#unsent.size === 0) {
      const tell = () => {
        const counts = [...this.#unsent]
        this.#unsent.clear()
        if (counts.length > 0) others.tell({ ends: this.#windowEnds + performance.timeOrigin, counts })
      }
      setTimeout(tell, shareMs).unref()
    }
    this.#unsent.set(key, (this.#unsent.get(key) ?? 0) + 1)
  }

  /** Workers that have begun a window at the same moment agree on the earlier end. */
  #add({ ends, counts }: SharedCounts): void {
    const now = performance.now()
    const theirs = ends - performance.timeOrigin
    if (theirs <= now) return
    if (now >= this.#windowEnds) this.#begin(theirs)
    this.#windowEnds = Math.min(this.#windowEnds, theirs)
    for (const [key, count] of counts) this.#raise(key, count)
  }

  #headersOf(states: readonly QuotaState[], seconds: number): RateHeaders {
    if (states.length === 0) return none
    const limits = states.map(({ policy, left }) => `"${policy.name}";r=${Math.max(0, left)};t=${seconds}`)
    const headers = ['ratelimit-policy', this.#policyHeader, 'ratelimit', limits.join(', ')]
    const over = states.find(({ left }) => left < 0)
    if (over) throw new TooManyRequests(over.policy, seconds, headers)
    return headers
  }
}

const none: RateHeaders = []
