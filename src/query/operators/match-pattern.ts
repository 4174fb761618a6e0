// Matches texts against a pattern of $LIKE in memory, segment by segment, and counts the steps.
import type { WorkBudget } from '../../base/scheduling/work-budget.ts'

/** A piece of a pattern: text that is looked for, or a wildcard. */
export type Piece = { readonly text: string } | { readonly wild: '%' | '_' }

/** One character, whichever it is. */
const any = Symbol('_')

/** What stands between two `%`. */
interface Segment {
  readonly runs: readonly (string | typeof any)[]
  /** The length in characters. */
  readonly length: number
  /** The failure table of Knuth, Morris and Pratt; null when the segment has a `_`. */
  readonly failures: Uint16Array | null
}

export class Pattern {
  readonly #first: Segment
  readonly #middle: readonly Segment[]
  /** Null when the pattern has no `%`, so that the first segment is the whole text. */
  readonly #last: Segment | null

  constructor(pieces: readonly Piece[]) {
    const groups: (string | typeof any)[][] = [[]]
    for (const piece of pieces) {
      if ('text' in piece) groups.at(-1)?.push(piece.text)
      else if (piece.wild === '_') groups.at(-1)?.push(any)
      else groups.push([])
    }
    const segments = groups.map(segmentOf)
    this.#first = segments[0] as Segment
    this.#last = segments.length > 1 ? (segments.at(-1) as Segment) : null
    this.#middle = segments.slice(1, -1)
  }

  /** A segment is taken where it occurs first: what a later occurrence allows to follow, the first one allows too. */
  matches(text: string, budget: WorkBudget): boolean {
    const end = endOfMatch(this.#first, text, 0, budget)
    if (this.#last === null) return end === text.length
    if (end < 0) return false
    let at = end
    for (const segment of this.#middle) {
      at = segment.failures ? findText(segment, text, at, budget) : findSegment(segment, text, at, budget)
      if (at < 0) return false
    }
    const start = charactersBefore(text, this.#last.length)
    return start >= at && endOfMatch(this.#last, text, start, budget) === text.length
  }
}

function segmentOf(runs: readonly (string | typeof any)[]): Segment {
  const length = runs.reduce((sum, run) => sum + (run === any ? 1 : [...run].length), 0)
  return { runs, length, failures: runs.includes(any) ? null : failuresOf(runs.join('')) }
}

/** For each prefix the length of its longest border, so that the search never goes back in the text. */
function failuresOf(text: string): Uint16Array {
  const failures = new Uint16Array(text.length)
  let border = 0
  for (let i = 1; i < text.length; i++) {
    while (border > 0 && text[i] !== text[border]) border = failures[border - 1] as number
    if (text[i] === text[border]) border++
    failures[i] = border
  }
  return failures
}

/** Where the first occurrence of a text without wildcards ends; -1 without one. Takes linear time. */
function findText({ runs, failures }: Segment, text: string, from: number, budget: WorkBudget): number {
  const wanted = runs[0] as string | undefined
  if (wanted === undefined) return from
  budget.spend(text.length - from + wanted.length)
  let matched = 0
  for (let at = from; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    while (matched > 0 && unit !== wanted.charCodeAt(matched))
      matched = (failures as Uint16Array)[matched - 1] as number
    if (unit === wanted.charCodeAt(matched)) matched++
    if (matched === wanted.length) return at + 1
  }
  return -1
}

/** The same for a segment with `_`, tried at each character. Each try is paid for, so the budget ends a long search. */
function findSegment(segment: Segment, text: string, from: number, budget: WorkBudget): number {
  for (let at = from; at <= text.length; at = afterCharacter(text, at)) {
    const end = endOfMatch(segment, text, at, budget)
    if (end >= 0) return end
  }
  return -1
}

/** Where the segment ends when it stands at this place; -1 when it does not. */
function endOfMatch({ runs }: Segment, text: string, from: number, budget: WorkBudget): number {
  let at = from
  for (const run of runs) {
    if (run === any) {
      budget.spend(1)
      if (at >= text.length) return -1
      at = afterCharacter(text, at)
    } else {
      budget.spend(run.length)
      if (!text.startsWith(run, at)) return -1
      at += run.length
    }
  }
  budget.spend(1)
  return at
}

const afterCharacter = (text: string, at: number): number => at + ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1)

/** Where the last `count` characters begin; -1 when the text has fewer. */
function charactersBefore(text: string, count: number): number {
  let at = text.length
  for (let i = 0; i < count; i++) {
    if (--at < 0) return -1
    const unit = text.charCodeAt(at)
    if (unit >= 0xdc00 && unit < 0xe000 && at > 0) at--
  }
  return at
}
