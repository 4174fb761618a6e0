// Names: from the API's spelling to that of columns and tables, and the nearest known name to a mistaken one.

/** `CompanyName` -> `company_name`, `AllowS256` -> `allow_s256`. */
export const snakeCase = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()

/** The nearest of the known names, when one is near enough to be what was meant. */
export function nearest(name: string, known: Iterable<string>): string | null {
  const wanted = name.toLowerCase()
  const limit = Math.max(1, Math.floor(wanted.length / 3))
  let best: string | null = null
  let bestDistance = limit + 1
  for (const candidate of known) {
    const distance = editDistance(wanted, candidate.toLowerCase(), bestDistance)
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance]
  }
  return best
}

/** ` Did you mean X?`, or nothing. */
export const suggestion = (name: string, known: Iterable<string>): string => {
  const near = nearest(name, known)
  return near === null ? '' : ` Did you mean ${near}?`
}

function editDistance(a: string, b: string, giveUpAt: number): number {
  if (Math.abs(a.length - b.length) >= giveUpAt || a.length > 100) return giveUpAt
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = (previous[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1)
      row.push(Math.min(change, (previous[j] as number) + 1, (row[j - 1] as number) + 1))
    }
    previous = row
  }
  return previous[b.length] as number
}
