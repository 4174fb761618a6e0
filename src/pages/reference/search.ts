// Searches the reference: operations, entities, fields, error codes.

export interface Entry {
  readonly kind: 'Operation' | 'Entity' | 'Field' | 'Error code' | 'Page'
  readonly title: string
  readonly about: string
  readonly href: string
}

const mostResults = 40

/** The entries that have every word, those whose title begins with the text first. */
export function search(entries: readonly Entry[], text: string): Entry[] {
  const words = text.trim().toLowerCase().slice(0, 200).split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const found = entries.flatMap((entry, place) => {
    const title = entry.title.toLowerCase()
    const all = `${title} ${entry.about.toLowerCase()} ${entry.kind.toLowerCase()}`
    if (!words.every(word => all.includes(word))) return []
    return [{ entry, rank: rankOf(title, words.join(' ')), place }]
  })
  return found
    .sort((a, b) => a.rank - b.rank || a.place - b.place)
    .slice(0, mostResults)
    .map(({ entry }) => entry)
}

function rankOf(title: string, text: string): number {
  if (title === text) return 0
  if (title.startsWith(text)) return 1
  // The last step of a field's path: `AbEntry.CompanyName`.
  if (title.split(/[./ ]/).some(part => part.startsWith(text))) return 2
  return title.includes(text) ? 3 : 4
}
