// Formats a Content-Disposition header whose file name every client can read (RFC 6266, RFC 5987).

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
const control = /[\u0000-\u001f\u007f-\u009f]/g

/** Percent-encodes a text for RFC 5987, which allows fewer characters than encodeURIComponent does. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/['()*]/g, char => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)

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
