// Where a plan runs: on the spot while it is quick, among the scans while it has proved slow, and tried again later.

/** What takes longer than this on the spot makes the others wait. */
const quickMs = 4
/** So slow that once is proof enough. */
const verySlowMs = 50
/** A busy machine makes a quick statement look slow now and then; it takes this many close together to prove it. */
const proof = 3
const firstRestMs = 1_000
const longestRestMs = 60_000

/** The same statement may be quick for a page and slow for ten thousand records: each has its own pace. */
export interface Paces {
  readonly few: Pace
  readonly many: Pace
}

export const fewRecords = 500

export const pacesOf = (hopeful: boolean): Paces => ({ few: new Pace(hopeful), many: new Pace(hopeful) })

class Pace {
  readonly #hopeful: boolean
  #slow = 0
  #restsUntil = 0
  #restMs = firstRestMs

  /** `hopeful`: an index seems to serve it. What does not seem so is never run on the spot. */
  constructor(hopeful: boolean) {
    this.#hopeful = hopeful
  }

  isQuick(): boolean {
    return this.#hopeful && (this.#restsUntil === 0 || performance.now() >= this.#restsUntil)
  }

  /** Told how long a run on the spot took. */
  readonly took = (ms: number): void => {
    if (ms <= quickMs) {
      if (this.#slow > 0 && --this.#slow === 0) this.#restMs = firstRestMs
      return
    }
    this.#slow = ms > verySlowMs ? proof : this.#slow + 1
    if (this.#slow < proof) return
    // Found slow again after its rest, it rests longer; one slow run is then enough.
    this.#slow = proof - 1
    this.#restsUntil = performance.now() + this.#restMs
    this.#restMs = Math.min(this.#restMs * 2, longestRestMs)
  }
}
