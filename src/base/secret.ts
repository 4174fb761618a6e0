// Random secrets, each prefixed by its kind so that a leaked one can be recognised, and of varying length.
import { randomFillSync } from 'node:crypto'

/** Where randomness comes from: a parameter, so that a test can repeat itself. */
export type Random = (bytes: number) => Uint8Array

const pool = new Uint8Array(8192)
let taken = pool.length

/** From a pool, since a call to the system's generator costs as much for 16 bytes as for 8,000. Each byte is given once. */
export const systemRandom: Random = size => {
  if (size > pool.length) return randomFillSync(new Uint8Array(size))
  if (taken + size > pool.length) {
    randomFillSync(pool)
    taken = 0
  }
  const bytes = pool.slice(taken, taken + size)
  pool.fill(0, taken, taken + size)
  taken += size
  return bytes
}

const alphanumeric = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

export const prefixes = { access: 'cla_', refresh: 'clr_', code: 'clc_', personal: 'clp_' } as const
type SecretKind = keyof typeof prefixes

/**
 * At least 256 random bits. The length varies, so that no client comes to rely on it. `mark` stands before them, for what
 * the store is to know of a secret besides its digest.
 */
export function newSecret(kind: SecretKind, random: Random = systemRandom, mark = ''): string {
  const bytes = random(49)
  const length = 32 + ((bytes[48] as number) & 15)
  return prefixes[kind] + mark + Buffer.from(bytes.buffer, bytes.byteOffset, length).toString('base64url')
}

/** A nameless secret for cookies, links and attempts: 256 bits as 43 characters. */
export const newNonce = (random: Random = systemRandom): string => Buffer.from(random(32)).toString('base64url')

/** Credentials of an application, of the lengths that the specification gives. */
export const newClientId = (random: Random = systemRandom): string => letters(20, random)
export const newClientSecret = (random: Random = systemRandom): string => letters(64, random)

function letters(length: number, random: Random): string {
  let text = ''
  while (text.length < length) {
    for (const byte of random(length)) {
      // 248 = 4 x 62: the bytes above it would favour the first letters.
      if (byte < 248 && text.length < length) text += alphanumeric[byte % 62]
    }
  }
  return text
}
