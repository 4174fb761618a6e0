// Reads the people in a pasted text: addresses alone, or names with addresses, as mail programs and spreadsheets give them.

interface PastedPerson {
  readonly Email: string
  readonly FirstName?: string
  readonly LastName?: string
}

interface PastedPeople {
  readonly people: readonly PastedPerson[]
  /** Parts of the text that have no address. */
  readonly unread: readonly string[]
}

const address = /[^\s@<>()[\]\\,;:"']+@[^\s@<>()[\]\\,;:"']+/g

/** Each address counts once, in any letter case. */
export function peopleIn(text: string): PastedPeople {
  const people = new Map<string, PastedPerson>()
  const unread: string[] = []
  for (const part of text.split(/[\n;]+/).flatMap(partsOf)) {
    const found = part.match(address) ?? []
    if (found.length === 0 && /[\p{L}\p{N}]/u.test(part)) unread.push(part.trim())
    const name = found.length === 1 ? part.replace(address, ' ') : ''
    for (const Email of found) {
      const key = Email.toLowerCase()
      if (!people.has(key)) people.set(key, { Email, ...namesIn(name) })
    }
  }
  return { people: [...people.values()], unread }
}

/** A comma separates people, but not "Archer, Ann <ann@example.com>" or the cells of one person. */
function partsOf(line: string): string[] {
  const count = line.match(address)?.length ?? 0
  if (count <= 1) return [line]
  const parts: string[] = []
  let rest = ''
  for (const piece of line.split(/[,\t]/)) {
    rest = rest === '' ? piece : `${rest},${piece}`
    if (!rest.includes('@')) continue
    parts.push(rest)
    rest = ''
  }
  return rest.trim() === '' ? parts : [...parts, rest]
}

/** `Ann Archer`, `"Archer, Ann"` or the cells `Ann`, `Archer`. */
function namesIn(text: string): Pick<PastedPerson, 'FirstName' | 'LastName'> {
  const isQuoted = /"[^"]*,[^"]*"/.test(text) || (/,/.test(text) && /<\s*>/.test(text))
  const clean = text.replace(/["'<>()[\]]/g, ' ').trim()
  const cells = clean.split(/[,\t]/).map(cell => cell.trim().replace(/\s+/g, ' '))
  const filled = cells.filter(cell => cell !== '')
  if (filled.length === 0) return {}
  if (isQuoted && filled.length === 2) return { FirstName: filled[1] as string, LastName: filled[0] as string }
  const words = filled.join(' ').split(' ')
  const LastName = words.at(-1) as string
  return words.length === 1 ? { LastName } : { FirstName: words.slice(0, -1).join(' '), LastName }
}
