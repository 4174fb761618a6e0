// Encodes and decodes record keys: base64 of the entity's name, a tab and the record's identifier.

export interface RecordKey {
  readonly kind: string
  readonly id: string
}

/** Names that mean one entity in requests, since older clients name an entry's key after its Type. */
const sameKind: ReadonlyMap<string, string> = new Map([
  ['Company', 'AbEntry'],
  ['Individual', 'AbEntry'],
  ['Contact', 'AbEntry'],
])

export const encodeKey = (kind: string, id: string): string => btoa(`${kind}\t${id}`)

const shape = /^([A-Za-z]{1,40})\t([A-Za-z0-9*._-]{1,64})$/
const base64 = /^[A-Za-z0-9+/]+={0,2}$/

/** Decodes a key, with or without padding; null when the text is not a key. */
export function decodeKey(text: string): RecordKey | null {
  if (text.length > 200 || !base64.test(text)) return null
  let plain: string
  try {
    plain = atob(text)
  } catch {
    return null
  }
  const match = shape.exec(plain)
  if (!match) return null
  const kind = match[1] as string
  return { kind: sameKind.get(kind) ?? kind, id: match[2] as string }
}

/** The form of a key in access lists and mixed references: `User<tab>MASTER`. */
export const plainKey = (kind: string, id: string): string => `${kind}\t${id}`
