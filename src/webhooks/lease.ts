// Keeps the time for which this node holds a target: nobody else delivers until its end, and this node sends nothing after it.

/** How long a node holds a target without saying so again. */
export const holdMs = 10_000
export const renewMs = 3_000
/** Before the end of its time a node gives up its requests. */
const marginMs = 1_000

export class Lease {
  readonly #ended: () => void
  #since = 0
  #timer: NodeJS.Timeout | undefined

  constructor(ended: () => void) {
    this.#ended = ended
  }

  get isDue(): boolean {
    return performance.now() - this.#since >= renewMs
  }

  /** `from` is when the node began to say that it holds the target, by performance.now(). */
  extend(from = performance.now()): void {
    this.#since = from
    clearTimeout(this.#timer)
    this.#timer = setTimeout(this.#ended, holdMs - marginMs - (performance.now() - from)).unref()
  }

  end(): void {
    clearTimeout(this.#timer)
  }
}
