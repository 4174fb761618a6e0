// Chooses where a plan runs: among the quick reads, or among the slow ones after it has been slow; it is retried with back-off.
import type { Store } from '../../storage/store.ts'
import type { ParsedCondition } from '../parse/condition.ts'

/** A run that takes this many times `quickMs` moves the plan at once. */
const verySlow = 12
/** So many slow runs close together move a plan: a busy machine makes a quick statement look slow now and then. */
const proof = 3
/** After so many quick runs without a slow one, a single very slow run proves nothing: a collection of garbage may have come between. */
const trusted = 20
const firstRestMs = 1_000
const longestRestMs = 60_000

/** The guards of a plan: a statement may be quick for a page of few records and slow for ten thousand. */
export interface LatencyGuards {
  readonly few: LatencyGuard
  readonly many: LatencyGuard
}

export const fewRecords = 500

/** A run that takes longer than `quickMs` counts as slow. A plan that no index seems to serve is not `hopeful`: it runs for at most `tryMs`. */
export const latencyGuardsOf = (hopeful: boolean, limits: Store['shortReads']): LatencyGuards => ({
  few: new LatencyGuard(hopeful, limits),
  many: new LatencyGuard(hopeful, limits),
})

const quickConditions = 10
const quickValues = 100
/** A comparison with a text of 128,000 characters takes longer the longer the pattern is, and cannot be interrupted. */
const quickPattern = 32

/** Many conditions or values make a read slow for each row. It never runs among the quick reads, which end between two rows only. */
export function isHeavy({ count, literals }: Pick<ParsedCondition, 'count' | 'literals'>): boolean {
  if (count > quickConditions) return true
  let values = 0
  for (const literal of literals) {
    if (Array.isArray(literal)) values += literal.length
    else if (typeof literal === 'string' && literal.length > quickPattern && literal.includes('%')) return true
  }
  return values > quickValues
}

class LatencyGuard {
  /** The limit of the plan's quick runs; undefined: that of all quick reads. */
  readonly longestMs: number | undefined
  readonly #quickMs: number
  #slow = 0
  /** Quick runs since the last slow one, as far as they matter. */
  #quickInARow = 0
  /** The end of the last run that was counted as slow. */
  #slowUntil = Number.NEGATIVE_INFINITY
  #restsUntil = 0
  #restMs = firstRestMs

  constructor(hopeful: boolean, { quickMs, tryMs }: Store['shortReads']) {
    this.longestMs = hopeful ? undefined : tryMs
    this.#quickMs = quickMs
  }

  isQuick(): boolean {
    return this.longestMs !== 0 && (this.#restsUntil === 0 || performance.now() >= this.#restsUntil)
  }

  /** Records the time of a run; Infinity when the store has ended it. */
  readonly took = (ms: number): void => {
    if (ms <= this.#quickMs) {
      if (this.#quickInARow < trusted) this.#quickInARow++
      if (this.#slow > 0 && --this.#slow === 0) this.#restMs = firstRestMs
      return
    }
    // Runs that overlap were slowed down by the same cause, most often by other work on the machine: they count once. The start of a run that
    // the store has ended is not known: it counts unless the plan rests already.
    const now = performance.now()
    if (now < this.#restsUntil || (Number.isFinite(ms) && now - ms < this.#slowUntil)) return
    this.#slowUntil = now
    const isProof = ms > verySlow * this.#quickMs && this.#quickInARow < trusted
    this.#quickInARow = 0
    this.#slow = isProof ? proof : this.#slow + 1
    if (this.#slow < proof) return
    // If it is slow again after its rest, one slow run is enough, and it rests longer.
    this.#slow = proof - 1
    this.#restsUntil = now + this.#restMs
    this.#restMs = Math.min(this.#restMs * 2, longestRestMs)
  }
}
