// Limits deliveries while processors are busy, so that the requests of clients come first.

const tickMs = 50
/** A timer that is this late has waited for a processor, or for a turn of the event loop. */
const lateMs = 3
/** The fewest and the most deliveries of one tick. */
const [least, most] = [40, 1_000]
/** A tick that was in time adds this many; one that was late divides the number by four. */
const step = 1

export class Pace {
  readonly #resume: () => void
  #perTick = most
  #left = most
  #wanted = 0
  #timer: NodeJS.Timeout | undefined

  /** Calls `resume` with each tick in which more may be sent. */
  constructor(resume: () => void) {
    this.#resume = resume
  }

  /** How many of the wanted deliveries may be sent now. */
  take(wanted: number): number {
    const taken = Math.min(wanted, this.#left)
    this.#left -= taken
    this.#wanted += wanted
    this.#timer ??= this.#tickAfter(performance.now())
    return taken
  }

  #tickAfter(before: number): NodeJS.Timeout {
    return setTimeout(() => {
      const now = performance.now()
      const isLate = now - before - tickMs > lateMs
      this.#perTick = isLate ? Math.max(least, this.#perTick / 4) : Math.min(most, this.#perTick + step)
      this.#left = Math.floor(this.#perTick)
      this.#timer = this.#wanted > 0 ? this.#tickAfter(now) : undefined
      this.#wanted = 0
      this.#resume()
    }, tickMs).unref()
  }
}
