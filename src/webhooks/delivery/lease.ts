// Keeps the lease of this node on a target: no other node delivers before its end, and this node sends nothing after it.
import type { DeliveryClock } from './delivery-clock.ts'

/** How long a lease lasts, and how often it is renewed. */
export const holdMs = 10_000
export const renewMs = 3_000
/** A node aborts its requests so long before the end of its lease. */
const marginMs = 1_000

export class Lease {
  readonly #clock: DeliveryClock
  readonly #ended: () => void
  #since = 0
  #timer: NodeJS.Timeout | undefined

  constructor(clock: DeliveryClock, ended: () => void) {
    this.#clock = clock
    this.#ended = ended
  }

  get isDue(): boolean {
    return this.#clock.elapsed() - this.#since >= renewMs
  }

  /** Whether the node may send nothing more, unless it extends the lease. */
  get hasEnded(): boolean {
    return this.#clock.elapsed() - this.#since >= holdMs - marginMs
  }

  /** `from` is when the node began to write the lease, by `elapsed` of the clock. */
  extend(from: number): void {
    this.#since = from
    clearTimeout(this.#timer)
    this.#timer = setTimeout(this.#ended, holdMs - marginMs - (this.#clock.elapsed() - from)).unref()
  }

  end(): void {
    clearTimeout(this.#timer)
  }
}
