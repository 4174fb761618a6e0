// Reads and writes the HTTP headers of a download: byte ranges, entity tags and the file name.

interface ByteRange {
  readonly start: number
  /** Exclusive. */
  readonly end: number
}

/**
 * Parses a Range header with one byte range; a header with several is answered with the whole document. Null when the
 * header is absent or not supported, `none` when the range lies outside the document.
 */
export function readRange(header: string | undefined, size: number): ByteRange | 'none' | null {
  // Blanks in a long header could be divided in many ways among those of the pattern.
  const match = header && header.length < 200 ? /^bytes=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(header) : null
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

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
const control = /[\u0000-\u001f\u007f-\u009f]/g

/** Percent-encodes a text for RFC 5987, which allows fewer characters than encodeURIComponent does. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/['()*]/g, char => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)

/** Formats a Content-Disposition header whose file name every client can read (RFC 6266, RFC 5987). */
export function disposition(inline: boolean, fileName: string): string {
  // Path separators and control characters are removed from the file name.
  const name = fileName.toWellFormed().replace(control, '').replace(/[/\\]/g, '_').trim() || 'document'
  const ascii = name.replace(/[^\x20-\x7e]|["%]/g, '_')
  const plain = `${inline ? 'inline' : 'attachment'}; filename="${ascii}"`
  return ascii === name ? plain : `${plain}; filename*=UTF-8''${encode(name)}`
}

/** `Report` and `pdf` make `Report.pdf`; a name that already ends in the extension is kept. */
export function fileNameOf(name: string, ext: string): string {
  return ext === '' || name.toLowerCase().endsWith(`.${ext}`) ? name : `${name}.${ext}`
}
