// Parses JSON strictly, and once more without comments and trailing commas if that fails.

/** Throws the SyntaxError of the strict parser when both ways fail. */
export function parseLenient(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const clean = withoutAnnotations(text)
    if (clean === null) throw error
    try {
      return JSON.parse(clean)
    } catch {
      throw error
    }
  }
}

/**
 * Removes comments and trailing commas outside of strings in one pass; null when there are none. Regular expressions
 * for the same job take quadratic time on hostile bodies.
 */
function withoutAnnotations(text: string): string | null {
  const dropped: { start: number; end: number }[] = []
  let comma = -1
  let at = 0
  if (text.charCodeAt(0) === 0xfeff) dropped.push({ start: 0, end: ++at })
  while (at < text.length) {
    const letter = text[at] as string
    if (letter === '/') {
      const end = endOfComment(text, at)
      if (end < 0) return null
      dropped.push({ start: at, end })
      at = end
      continue
    }
    if ((letter === '}' || letter === ']') && comma >= 0) dropped.push({ start: comma, end: comma + 1 })
    if (letter === ',') comma = at
    else if (!isSpace(letter)) comma = -1
    at = letter === '"' ? endOfString(text, at) : at + 1
  }
  return dropped.length === 0 ? null : without(text, dropped)
}

function without(text: string, dropped: { start: number; end: number }[]): string {
  const kept: string[] = []
  let from = 0
  for (const { start, end } of dropped.sort((a, b) => a.start - b.start)) {
    kept.push(text.slice(from, start))
    from = end
  }
  kept.push(text.slice(from))
  // Joined by a space, since a comment separates tokens.
  return kept.join(' ')
}

const isSpace = (letter: string): boolean => letter === ' ' || letter === '\n' || letter === '\r' || letter === '\t'

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '"') return at + 1
  }
  return text.length
}

function endOfComment(text: string, start: number): number {
  if (text[start + 1] === '/') {
    let end = start + 2
    while (end < text.length && text[end] !== '\n' && text[end] !== '\r') end++
    return end
  }
  if (text[start + 1] !== '*') return -1
  const end = text.indexOf('*/', start + 2)
  return end < 0 ? -1 : end + 2
}
