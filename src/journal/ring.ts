// Decides which requests of a database are recorded: all of them until there are too many.
import { performance } from 'node:perf_hooks'

/** Requests that are recorded at once, and each second after that; those that fail are counted apart. */
const burst = 200
const perSecond = 20
/** Characters of bodies and answers that one process records of a database in an hour. */
const bodiesPerHour = 16 * 1024 ** 2
const hourMs = 3_600_000

/** A bucket that fills with time: `take` is true while something is in it. */
class Bucket {
  #left = burst
  #at = performance.now()

  take(): boolean {
    const now = performance.now()
    this.#left = Math.min(burst, this.#left + ((now - this.#at) * perSecond) / 1000)
    this.#at = now
    if (this.#left < 1) return false
    this.#left--
    return true
  }
}

export class Ring {
  readonly #good = new Bucket()
  readonly #failed = new Bucket()
  #skipped = 0
  #written = 0
  #bodies = 0
  #bodiesFrom = 0

  /** How many were skipped since the last one that was recorded; null when this one is not recorded either. */
  admit(isFailure: boolean): number | null {
    if (!(isFailure ? this.#failed : this.#good).take()) return null
    const skipped = this.#skipped
    this.#skipped = 0
    return skipped
  }

  skip(): void {
    this.#skipped++
  }

  keepsBody(length: number): boolean {
    const now = performance.now()
    if (now - this.#bodiesFrom > hourMs) {
      this.#bodiesFrom = now
      this.#bodies = 0
    }
    this.#bodies += length
    return this.#bodies <= bodiesPerHour
  }

  /** True when so many were written that the oldest should be removed. */
  isDue(written: number, kept: number): boolean {
    this.#written += written
    if (this.#written < Math.min(kept, 1000)) return false
    this.#written = 0
    return true
  }
}
