// Sheds requests while the server has more of them than it answers in time: its queue is the turn of the event loop.
import { Overloaded } from '../base/errors.ts'

const retrySeconds = 1
/** A turn is timed when none was for so long: to time each would cost every request of a quick turn. */
const betweenMs = 5

export class TurnLimit {
  readonly #longestMs: number
  /** When the turn that is timed began; null when none is. */
  #began: number | null = null
  #lastBegan = -betweenMs
  readonly #end = (): void => {
    this.#began = null
  }

  /** `longestMs`: how long one turn of the event loop may take on requests. */
  constructor(longestMs: number) {
    this.#longestMs = longestMs
  }

  /** Refuses a request that arrived at `now` when its turn has taken too long. Requests that wait are all in the next turn. */
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
