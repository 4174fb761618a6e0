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
 * for the same job take quadratic time on hostile bodies. `dropped` has the start and the end of each range in turn;
 * ranges with nothing but blanks between them are one, so that a body of comments costs no object for each.
 */
function withoutAnnotations(text: string): string | null {
  const dropped: number[] = []
  let comma = -1
  let at = 0
  if (text.charCodeAt(0) === 0xfeff) dropped.push(0, ++at)
  // Where the last range ends, if only blanks follow it so far.
  let open = -1
  while (at < text.length) {
    const letter = text.charCodeAt(at)
    if (letter === slash) {
      const end = endOfComment(text, at)
      if (end < 0) return null
      if (open >= 0) dropped[dropped.length - 1] = end
      else dropped.push(at, end)
      open = end
      at = end
      continue
    }
    if (isSpace(letter)) {
      at++
      continue
    }
    if ((letter === brace || letter === bracket) && comma >= 0) {
      // Between the comma and the bracket there are blanks and comments only: they go with the comma.
      while ((dropped.at(-2) ?? -1) > comma) dropped.length -= 2
      dropped.push(comma, at)
    }
    open = -1
    comma = letter === commaCode ? at : -1
    at = letter === quote ? endOfString(text, at) : at + 1
  }
  return dropped.length === 0 ? null : without(text, dropped)
}

const [slash, brace, bracket, commaCode, quote] = [0x2f, 0x7d, 0x5d, 0x2c, 0x22]

function without(text: string, dropped: readonly number[]): string {
  const kept: string[] = []
  let from = 0
  for (let i = 0; i < dropped.length; i += 2) {
    kept.push(text.slice(from, dropped[i]))
    from = dropped[i + 1] as number
  }
  kept.push(text.slice(from))
  // Joined by a space, since a comment separates tokens.
  return kept.join(' ')
}

const isSpace = (letter: number): boolean => letter === 0x20 || letter === 0x0a || letter === 0x0d || letter === 0x09

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
