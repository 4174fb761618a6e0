// Runs the requests of one target: a few at a time, and one at a time for each record.

/** Requests of one target at a time. */
const mostLanes = 8

export class LanePool {
  readonly #lanes = new Map<string, Promise<void>>()
  readonly #ended: () => void
  readonly #failed: (error: unknown) => void

  constructor(ended: () => void, failed: (error: unknown) => void) {
    this.#ended = ended
    this.#failed = failed
  }

  get size(): number {
    return this.#lanes.size
  }

  get free(): number {
    return mostLanes - this.#lanes.size
  }

  has(name: string): boolean {
    return this.#lanes.has(name)
  }

  start(name: string, work: () => Promise<void>): void {
    const lane = work()
      .catch(this.#failed)
      .finally(() => {
        this.#lanes.delete(name)
        this.#ended()
      })
    this.#lanes.set(name, lane)
  }

  async idle(): Promise<void> {
    await Promise.all(this.#lanes.values())
  }
}
