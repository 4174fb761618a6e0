// Shares a few slots among tenants and their users: whoever waits gets a slot round robin, not in the order of arrival.
import { StoreUnavailable } from './errors.ts'

/** On whose behalf work is done. */
export interface Share {
  readonly tenant: string
  readonly user: string
}

type Start = () => void

export class FairQueue {
  readonly #slots: number
  /** Those that wait, by tenant and user; the tenant, and the user of a tenant, whose turn is next comes first. */
  readonly #tenants = new Map<string, Map<string, Set<Start>>>()
  #running = 0

  constructor(slots: number) {
    this.#slots = slots
  }

  /** Runs `work` in a slot. Refuses when none was free for `waitMs`. */
  async run<T>(share: Share, waitMs: number, work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#slots) this.#running++
    else await this.#turn(share, waitMs)
    try {
      return await work()
    } finally {
      this.#pass()
    }
  }

  #turn({ tenant, user }: Share, waitMs: number): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const users = this.#tenants.get(tenant) ?? new Map<string, Set<Start>>()
    const waiting = users.get(user) ?? new Set<Start>()
    const start = () => {
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(() => {
      waiting.delete(start)
      reject(new StoreUnavailable('The store is busy: no turn for a long query came in time.'))
    }, waitMs)
    this.#tenants.set(tenant, users.set(user, waiting.add(start)))
    return promise
  }

  /** Hands the slot to whoever is next. */
  #pass(): void {
    const start = this.#next()
    if (start) start()
    else this.#running--
  }

  #next(): Start | undefined {
    for (const [tenant, users] of this.#tenants) {
      this.#tenants.delete(tenant)
      for (const [user, waiting] of users) {
        users.delete(user)
        const [start] = waiting
        if (start === undefined) continue
        waiting.delete(start)
        // Both go to the end of their rounds, as long as somebody of theirs waits.
        if (waiting.size > 0) users.set(user, waiting)
        if (users.size > 0) this.#tenants.set(tenant, users)
        return start
      }
    }
    return undefined
  }
}
