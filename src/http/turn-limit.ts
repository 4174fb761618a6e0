// Refuses requests under overload: when one turn of the event loop takes too long, its remaining requests are shed.
import { Overloaded } from '../base/errors.ts'

const retrySeconds = 1
/** At most one turn in this time is measured, so that short turns cost nothing. */
const betweenMs = 5

export class TurnLimit {
  readonly #longestMs: number
  /** The start of the measured turn; null while none is measured. */
  #began: number | null = null
  #lastBegan = -betweenMs
  readonly #end = (): void => {
    this.#began = null
  }

  /** `longestMs`: how long one turn of the event loop may take on requests. */
  constructor(longestMs: number) {
    this.#longestMs = longestMs
  }

  /** Refuses a request that arrived at `now` when its turn has taken too long already. */
  check(now: number): void {
    if (this.#began !== null) {
      if (now - this.#began > this.#longestMs)
        throw new Overloaded('The server is busy: more requests came than it can answer in time.', retrySeconds)
    } else if (now - this.#lastBegan >= betweenMs) {
      this.#began = now
      this.#lastBegan = now
      setImmediate(this.#end)
    }
  }
}
