// Parses a Range header with one byte range; a header with several ranges is answered with the whole document.

interface ByteRange {
  readonly start: number
  /** Exclusive. */
  readonly end: number
}

/** Null when the header is absent or not supported, `none` when the range lies outside the document. */
export function readRange(header: string | undefined, size: number): ByteRange | 'none' | null {
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

/** Whether If-None-Match lists the tag, by weak comparison. */
export const namesTag = (header: string | undefined, tag: string): boolean =>
  header !== undefined && (header.trim() === '*' || header.split(',').some(t => t.trim().replace(/^W\//, '') === tag))
