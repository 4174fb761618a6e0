// Finds the known name nearest to a misspelled one, for "did you mean".

/** The edit distance of two words, counted up to `limit` (more is reported as limit + 1). */
function distance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      let best = Math.min((row[j] as number) + 1, (next[j - 1] as number) + 1, (row[j - 1] as number) + same)
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (swapped) best = Math.min(best, (before[j - 2] as number) + 1)
      next.push(best)
    }
    before = row
    row = next
  }
  return row[b.length] as number
}

/** The nearest known name, ignoring letter case; null when none is near enough. */
export function nearest(name: string, known: Iterable<string>): string | null {
  // A hostile name of a megabyte must not cost a megabyte of comparing.
  if (name.length > 100) return null
  const wanted = name.toLowerCase()
  let limit = Math.max(1, Math.floor(wanted.length / 3))
  let found: string | null = null
  for (const candidate of known) {
    const steps = distance(wanted, candidate.toLowerCase(), limit)
    if (steps > limit) continue
    found = candidate
    limit = steps - 1
    if (limit < 0) break
  }
  return found
}

/** ` Did you mean "x"?`, or an empty text. */
export function didYouMean(name: string, known: Iterable<string>): string {
  const found = nearest(name, known)
  return found === null ? '' : ` Did you mean "${found}"?`
}
