// Holds back deliveries while processors are short, so that the requests of clients come first.

const tickMs = 50
/** A timer that is so late has waited for a processor, or for a turn of the event loop. */
const lateMs = 3
/** Deliveries of one tick: at least these, however short processors are, and at most those. */
const [least, most] = [40, 1_000]
/** What is added in a tick that was in time. A tick that was late quarters it. */
const step = 1

export class Pace {
  readonly #goOn: () => void
  #perTick = most
  #left = most
  #wanted = 0
  #timer: NodeJS.Timeout | undefined

  /** Calls `goOn` with each tick in which more may be sent. */
  constructor(goOn: () => void) {
    this.#goOn = goOn
  }

  /** How many of so many deliveries may be sent now. */
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
      this.#goOn()
    }, tickMs).unref()
  }
}
