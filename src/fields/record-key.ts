// Keys on the wire: base64 of the kind's name, a tab and the record's identifier.

export interface RecordKey {
  readonly kind: string
  readonly id: string
}

/** On input these are one kind, because older clients name an entry's key after its Type. */
const sameKind: ReadonlyMap<string, string> = new Map([
  ['Company', 'AbEntry'],
  ['Individual', 'AbEntry'],
  ['Contact', 'AbEntry'],
])

export const encodeKey = (kind: string, id: string): string => btoa(`${kind}\t${id}`)

const shape = /^([A-Za-z]{1,40})\t([A-Za-z0-9*._-]{1,64})$/
const base64 = /^[A-Za-z0-9+/]+={0,2}$/

/** Takes a key apart; null when it is not one. Padding may be left out. */
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

/** The form in which access lists and mixed references keep a key: `User<tab>MASTER`. */
export const plainKey = (kind: string, id: string): string => `${kind}\t${id}`
