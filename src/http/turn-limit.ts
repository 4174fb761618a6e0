// Sheds requests while the server has more of them than it answers in time: its queue is the turn of the event loop.
import { Overloaded } from '../base/errors.ts'

const retrySeconds = 1

export class TurnLimit {
  readonly #longestMs: number
  #began: number | null = null

  /** `longestMs`: how long one turn of the event loop may take on requests. */
  constructor(longestMs: number) {
    this.#longestMs = longestMs
  }

  /** Refuses a request that arrived at `now` when its turn has taken too long. Requests that wait are all in the next turn. */
  check(now: number): void {
    if (this.#began === null) {
      this.#began = now
      setImmediate(() => {
        this.#began = null
      })
    } else if (now - this.#began > this.#longestMs) {
      throw new Overloaded('The server is busy: more requests came than it can answer in time.', retrySeconds)
    }
  }
}
