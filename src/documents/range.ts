// Which bytes a Range header asks for: one stretch of them; several stretches at once are answered with the whole.

export interface Stretch {
  readonly start: number
  /** Not included. */
  readonly end: number
}

/** Null when there is no Range that we follow, `none` when it lies outside. */
export function readRange(header: string | undefined, size: number): Stretch | 'none' | null {
  const match = /^bytes=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(header ?? '')
  if (!match) return null
  const [first, last] = [match[1] as string, match[2] as string]
  if (first === '' && last === '') return null
  if (first === '') {
    const count = Math.min(Number(last), size)
    return count === 0 ? 'none' : { start: size - count, end: size }
  }
  const start = Number(first)
  const end = last === '' ? size : Math.min(Number(last) + 1, size)
  if (last !== '' && Number(last) < start) return null
  return start >= size ? 'none' : { start, end }
}

/** Whether If-None-Match names the tag; tags compare weakly there. */
export const namesTag = (header: string | undefined, tag: string): boolean =>
  header !== undefined && (header.trim() === '*' || header.split(',').some(t => t.trim().replace(/^W\//, '') === tag))
