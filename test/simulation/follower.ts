// Follows the event log page by page, as the change feed does, and checks that each event comes once and in its order.
import type { EventLog } from '../../src/events/event-log.ts'
import type { World } from './world.ts'

export class Follower {
  readonly #world: World
  readonly #log: EventLog
  readonly #db: number
  readonly #versions = new Map<string, number>()
  #position = 0
  #isAlive: () => boolean = () => true

  constructor(world: World, log: EventLog, db: number) {
    this.#world = world
    this.#log = log
    this.#db = db
  }

  run(isAlive: () => boolean): void {
    this.#isAlive = isAlive
    // The world keeps the violation that ends the loop.
    this.#follow().catch(() => {})
  }

  async #follow(): Promise<never> {
    const never = new AbortController().signal
    for (;;) {
      const limit = this.#world.random.between(1, 5)
      // A read that fails is repeated from the same position.
      const events = await this.#log.waitForEvents(this.#db, this.#position, limit, never).catch(() => [])
      for (const { position, record, version } of events) {
        if (position !== this.#position + 1) this.#world.violate(`A follower at ${this.#position} got ${position}`)
        this.#position = position
        const before = this.#versions.get(record) ?? 0
        if (Number(version) !== before + 1) this.#world.violate(`Version ${version} of ${record} follows ${before}`)
        this.#versions.set(record, Number(version))
      }
      if (events.length === 0) await this.#world.sleep(100)
    }
  }

  /** A follower that lives has read everything. */
  check(events: number): void {
    if (this.#isAlive() && this.#position !== events) {
      this.#world.violate(`A follower has read ${this.#position} of ${events} events`)
    }
  }
}
