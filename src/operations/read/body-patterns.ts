// Recognises a body that differs from an earlier one only in some of its texts, without parsing it.

/** A body without the texts that may differ: `segments` are the parts before, between and after them. */
interface Pattern<T> {
  readonly length: number
  readonly segments: readonly [string, ...string[]]
  readonly known: T
}

interface Match<T> {
  readonly known: T
  /** The texts of this body between the segments. */
  readonly texts: readonly string[]
}

/** Few, because each body is compared with all of them. */
const mostPatterns = 16
const longestBody = 4_096
/** The characters that JSON escapes. */
const escaped = /[\\\p{Cc}]/u

export class BodyPatterns<T> {
  /** Most recently used first. */
  readonly #patterns: Pattern<T>[] = []

  find(body: string): Match<T> | null {
    const patterns = this.#patterns
    for (let i = 0; i < patterns.length; i++) {
      const pattern = patterns[i] as Pattern<T>
      const texts = match(body, pattern.segments)
      if (!texts) continue
      if (i > 0) {
        patterns.splice(i, 1)
        patterns.unshift(pattern)
      }
      return { known: pattern.known, texts }
    }
    return null
  }

  /**
   * Adds a pattern for a body in which `texts` may differ, and replaces one that already matches the body. `know` is called
   * with the texts whose position in the body is certain, and returns the result of `find`. Returns by how many characters the
   * patterns have grown.
   */
  learn(body: string, texts: readonly string[], know: (holes: readonly string[]) => T): number {
    // Without a backslash no text is escaped in the body, so the position of a text that occurs once is certain.
    if (body.length > longestBody || body.includes('\\')) return 0
    const holes = texts
      .map(text => ({ text, at: body.indexOf(`"${text}"`) + 1 }))
      .filter(({ text, at }) => at > 0 && body.indexOf(`"${text}"`, at) < 0)
      .sort((a, b) => a.at - b.at)
    const segments: string[] = []
    let from = 0
    for (const { text, at } of holes) {
      segments.push(body.slice(from, at))
      from = at + text.length
    }
    segments.push(body.slice(from))
    const known = know(holes.map(hole => hole.text))
    const before = this.#patterns.findIndex(pattern => match(body, pattern.segments) !== null)
    const [replaced] = this.#patterns.splice(before < 0 ? mostPatterns - 1 : before, 1)
    this.#patterns.unshift({ segments: segments as [string, ...string[]], known, length: body.length })
    return body.length - (replaced?.length ?? 0)
  }
}

/** Returns the texts between the segments; null when the body does not match. A text ends at the next quote. */
function match(body: string, segments: readonly [string, ...string[]]): readonly string[] | null {
  if (segments.length === 1) return body === segments[0] ? none : null
  if (!standsAt(0, segments[0], body)) return null
  const texts: string[] = []
  let at = segments[0].length
  for (let i = 1; i < segments.length; i++) {
    const end = body.indexOf('"', at)
    const segment = segments[i] as string
    if (end < 0 || !standsAt(end, segment, body)) return null
    texts.push(body.slice(at, end))
    at = end + segment.length
  }
  if (at !== body.length) return null
  for (const text of texts) if (escaped.test(text)) return null
  return texts
}

/** Faster than `startsWith`, which compares letter by letter. */
const standsAt = (at: number, segment: string, body: string): boolean => body.slice(at, at + segment.length) === segment

const none: readonly string[] = []

/** Patterns by owner, with which they end. When all together exceed `mostCharacters` of bodies, all are dropped. */
export class PatternCache<T> {
  readonly #mostCharacters: number
  #byOwner = new WeakMap<object, BodyPatterns<T>>()
  #characters = 0

  constructor(mostCharacters: number) {
    this.#mostCharacters = mostCharacters
  }

  find(owner: object, body: string): Match<T> | null {
    return this.#byOwner.get(owner)?.find(body) ?? null
  }

  learn(owner: object, body: string, texts: readonly string[], know: (holes: readonly string[]) => T): void {
    let patterns = this.#byOwner.get(owner)
    if (!patterns) {
      patterns = new BodyPatterns()
      this.#byOwner.set(owner, patterns)
    }
    this.#characters += patterns.learn(body, texts, know)
    if (this.#characters <= this.#mostCharacters) return
    this.#byOwner = new WeakMap()
    this.#characters = 0
  }
}
