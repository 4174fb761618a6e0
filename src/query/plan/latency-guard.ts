// Where a plan runs: among the quick while it is quick, among the scans while it has proved slow, and tried again later.
import type { Store } from '../../storage/store.ts'
import type { ParsedCondition } from '../parse/condition.ts'

/** So much slower that once is proof enough. */
const verySlow = 12
/** A busy machine makes a quick statement look slow now and then; it takes this many close together to prove it. */
const proof = 3
const firstRestMs = 1_000
const longestRestMs = 60_000

/** The same statement may be quick for a page and slow for ten thousand records: each has its own pace. */
export interface LatencyGuards {
  readonly few: Pace
  readonly many: Pace
}

export const fewRecords = 500

/**
 * A read that takes longer than `quickMs` counts as slow. One that no index seems to serve is not `hopeful`, and tried for
 * `tryMs`.
 */
export const latencyGuardsOf = (hopeful: boolean, limits: Store['shortReads']): LatencyGuards => ({
  few: new Pace(hopeful, limits),
  many: new Pace(hopeful, limits),
})

const quickConditions = 10
const quickValues = 100
/** Comparing a pattern with a text of 128,000 characters takes longer the longer it is, and nobody can end it. */
const quickPattern = 32

/**
 * So many conditions or values make a read slow for each row that it looks at. Such a read never runs among the quick,
 * where it could be ended between two rows only.
 */
export function isHeavy({ count, literals }: Pick<ParsedCondition, 'count' | 'literals'>): boolean {
  if (count > quickConditions) return true
  let values = 0
  for (const literal of literals) {
    if (Array.isArray(literal)) values += literal.length
    else if (typeof literal === 'string' && literal.length > quickPattern && literal.includes('%')) return true
  }
  return values > quickValues
}

class Pace {
  /** How long it may run among the quick; undefined: as long as any. */
  readonly longestMs: number | undefined
  readonly #quickMs: number
  #slow = 0
  /** When the last one ended that was counted as slow. */
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

  /** Told how long a run took; infinitely long when the store has ended it. */
  readonly took = (ms: number): void => {
    if (ms <= this.#quickMs) {
      if (this.#slow > 0 && --this.#slow === 0) this.#restMs = firstRestMs
      return
    }
    // Those that ran beside one another were held up by the same thing, most often by something else on the machine. One that was
    // ended does not tell when it began: it counts unless the plan rests already.
    const now = performance.now()
    if (now < this.#restsUntil || (Number.isFinite(ms) && now - ms < this.#slowUntil)) return
    this.#slowUntil = now
    this.#slow = ms > verySlow * this.#quickMs ? proof : this.#slow + 1
    if (this.#slow < proof) return
    // Found slow again after its rest, it rests longer; one slow run is then enough.
    this.#slow = proof - 1
    this.#restsUntil = now + this.#restMs
    this.#restMs = Math.min(this.#restMs * 2, longestRestMs)
  }
}
