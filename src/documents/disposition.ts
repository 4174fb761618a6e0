// Content-Disposition with a file name that every client can read (RFC 6266, RFC 5987).

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
const control = /[\u0000-\u001f\u007f-\u009f]/g

/** What RFC 5987 lets stand as it is, besides what encodeURIComponent already leaves alone. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/['()*]/g, char => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)

export function disposition(inline: boolean, fileName: string): string {
  // Names of files have no folders, and headers no control characters.
  const name = fileName.toWellFormed().replace(control, '').replace(/[/\\]/g, '_').trim() || 'document'
  const ascii = name.replace(/[^\x20-\x7e]|["%]/g, '_')
  const plain = `${inline ? 'inline' : 'attachment'}; filename="${ascii}"`
  return ascii === name ? plain : `${plain}; filename*=UTF-8''${encode(name)}`
}

/** `Report` and `pdf` make `Report.pdf`; a name that has the extension already keeps it. */
export function fileNameOf(name: string, ext: string): string {
  return ext === '' || name.toLowerCase().endsWith(`.${ext}`) ? name : `${name}.${ext}`
}
