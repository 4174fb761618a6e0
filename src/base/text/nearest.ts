// Finds the known name nearest to a misspelled one, for "did you mean".
import { WorkBudget, WorkExceeded } from '../scheduling/work-budget.ts'

/** The edit distance of two words, counted up to `limit` (more is reported as limit + 1). Looks at a band of 2 limit + 1 cells per row. */
function distance(a: string, b: string, limit: number, budget: WorkBudget): number {
  const far = limit + 1
  if (Math.abs(a.length - b.length) > limit) return far
  budget.spend(a.length * Math.min(b.length, 2 * limit + 1))
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const [from, to] = [Math.max(1, i - limit), Math.min(b.length, i + limit)]
    const next = new Array<number>(b.length + 1).fill(far)
    next[from - 1] = from === 1 ? i : far
    let least = far
    for (let j = from; j <= to; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      let best = Math.min((row[j] as number) + 1, (next[j - 1] as number) + 1, (row[j - 1] as number) + same)
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (swapped) best = Math.min(best, (before[j - 2] as number) + 1)
      next[j] = best
      least = Math.min(least, best)
    }
    // Each path to the end passes this row or, by a swap, the one before.
    if (least > limit && Math.min(...row) > limit) return far
    before = row
    row = next
  }
  return Math.min(far, row[b.length] as number)
}

/** Longer names get no suggestion. */
const longestName = 100
/** The steps of one search: some thousand names of the usual length. */
const searchWork = 2_000_000

/**
 * The nearest known name, ignoring letter case; null when none is near enough, or the budget ends the search. A name is near
 * within a third of its length, and at most `most` edits.
 */
export function nearest(
  name: string,
  known: Iterable<string>,
  budget = new WorkBudget(searchWork),
  most = Number.POSITIVE_INFINITY,
): string | null {
  if (name.length > longestName) return null
  const wanted = name.toLowerCase()
  let limit = Math.min(most, Math.max(1, Math.floor(wanted.length / 3)))
  let found: string | null = null
  try {
    for (const candidate of known) {
      budget.spend(1)
      const steps = distance(wanted, candidate.toLowerCase(), limit, budget)
      if (steps > limit) continue
      found = candidate
      limit = steps - 1
      if (limit < 0) break
    }
  } catch (error) {
    if (!(error instanceof WorkExceeded)) throw error
  }
  return found
}

/** ` Did you mean "x"?`, or an empty text. */
export function didYouMean(name: string, known: Iterable<string>, budget?: WorkBudget): string {
  const found = nearest(name, known, budget)
  return found === null ? '' : ` Did you mean "${found}"?`
}
