// Maps a document's extension to its Content-Type and decides whether browsers may show it inline.

const text = 'text/plain; charset=utf-8'

/** Types that a browser shows without running code. */
const shown: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  bmp: 'image/bmp',
  pdf: 'application/pdf',
  txt: text,
  log: text,
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  webm: 'video/webm',
}

/** Types that are known but always downloaded, never shown inline. */
const saved: Readonly<Record<string, string>> = {
  svg: 'image/svg+xml',
  ico: 'image/vnd.microsoft.icon',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  csv: 'text/csv; charset=utf-8',
  ics: 'text/calendar; charset=utf-8',
  vcf: 'text/vcard; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  rtf: 'application/rtf',
  json: 'application/json',
  xml: 'application/xml',
  eml: 'message/rfc822',
  msg: 'application/vnd.ms-outlook',
  zip: 'application/zip',
  gz: 'application/gzip',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ppt: 'application/vnd.ms-powerpoint',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
}

interface ContentType {
  readonly type: string
  readonly inline: boolean
}

/** The extension in lower case, without its dot. */
export const plainExtension = (ext: string): string => ext.trim().replace(/^\.+/, '').toLowerCase()

export function contentTypeOf(ext: string): ContentType {
  const plain = plainExtension(ext)
  const inline = Object.hasOwn(shown, plain)
  const type = inline ? shown[plain] : Object.hasOwn(saved, plain) ? saved[plain] : undefined
  return { type: type ?? 'application/octet-stream', inline }
}
