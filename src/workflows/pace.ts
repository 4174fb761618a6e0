// Chooses how many starts one transaction has, so that it holds the write lock of SQLite for a moment only.

const [least, most] = [10, 500]
/** The time that a transaction is to take. */
const wantedMs = 40

export class Pace {
  #size = 50

  get size(): number {
    return this.#size
  }

  /** Takes the time of a transaction with so many starts. */
  note(starts: number, ms: number): void {
    if (starts < Math.min(this.#size, least)) return
    const fitting = Math.round((starts * wantedMs) / Math.max(ms, 1))
    // Half of the way, so that one slow transaction does not count too much.
    this.#size = Math.min(most, Math.max(least, Math.round((this.#size + fitting) / 2)))
  }
}
