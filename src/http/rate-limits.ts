// Limits the requests of a user and of an application in a minute, and tells them in RateLimit headers what is left.
import type { Caller } from '../accounts/caller.ts'
import { BoundedMap } from '../base/bounded-map.ts'
import { Refusal } from '../base/errors.ts'
import type { Settings } from '../config/settings.ts'

const windowSeconds = 60
/** Users, and applications, that are counted at a time. */
const counted = 100_000

/** Told to the client as headers, names and values in turns. */
export type RateHeaders = readonly string[]

interface Policy {
  readonly name: 'user' | 'application'
  /** Requests in a window. */
  readonly quota: number
  readonly subject: (caller: Caller) => string | null
}

interface Standing {
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

export class RateLimits {
  readonly #policies: readonly Policy[]
  readonly #policyHeader: string
  #counts = new BoundedMap<{ count: number }>(counted)
  #windowEnds = 0

  constructor({ userRate, applicationRate }: Pick<Settings, 'userRate' | 'applicationRate'>) {
    const policies: readonly Policy[] = [
      { name: 'user', quota: userRate, subject: ({ db, uid }) => `${db} ${uid}` },
      { name: 'application', quota: applicationRate, subject: ({ application }) => application },
    ]
    this.#policies = policies.filter(({ quota }) => quota > 0)
    this.#policyHeader = this.#policies.map(({ name, quota }) => `"${name}";q=${quota};w=${windowSeconds}`).join(', ')
  }

  /**
   * Counts a request that arrived at `now` (ms of any clock) and gives the headers of its answer; refuses one that is too
   * many. It counts before anything is waited for, so requests in flight count, too.
   */
  take(caller: Caller, now: number): RateHeaders {
    if (this.#policies.length === 0) return none
    if (now >= this.#windowEnds) {
      this.#windowEnds = now + windowSeconds * 1000
      this.#counts = new BoundedMap(counted)
    }
    const standings: Standing[] = []
    for (const policy of this.#policies) {
      const subject = policy.subject(caller)
      if (subject !== null) standings.push({ policy, left: policy.quota - this.#count(`${policy.name} ${subject}`) })
    }
    return this.#told(standings, Math.ceil((this.#windowEnds - now) / 1000))
  }

  #count(key: string): number {
    const known = this.#counts.get(key)
    if (known) return ++known.count
    this.#counts.set(key, { count: 1 })
    return 1
  }

  #told(standings: readonly Standing[], seconds: number): RateHeaders {
    if (standings.length === 0) return none
    const limits = standings.map(({ policy, left }) => `"${policy.name}";r=${Math.max(0, left)};t=${seconds}`)
    const headers = ['ratelimit-policy', this.#policyHeader, 'ratelimit', limits.join(', ')]
    const over = standings.find(({ left }) => left < 0)
    if (over) throw new TooManyRequests(over.policy, seconds, headers)
    return headers
  }
}

const none: RateHeaders = []
