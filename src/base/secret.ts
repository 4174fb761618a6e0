// Creates random secrets of varying length, each with a prefix by which a leaked one is recognized.
import { randomFillSync } from 'node:crypto'

/** The source of random bytes; a parameter, so that a test can be repeated. */
export type Random = (bytes: number) => Uint8Array

const pool = new Uint8Array(8192)
let taken = pool.length

/** Random bytes from a pool, since a system call costs as much for 16 bytes as for 8,000. Each byte is used once. */
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
 * At least 256 random bits. The length varies, so that no client relies on it. `mark` precedes the random part, for a
 * fact that the store keeps beside the digest.
 */
export function newSecret(kind: SecretKind, random: Random = systemRandom, mark = ''): string {
  const bytes = random(49)
  const length = 32 + ((bytes[48] as number) & 15)
  return prefixes[kind] + mark + Buffer.from(bytes.buffer, bytes.byteOffset, length).toString('base64url')
}

/** A secret without a prefix for cookies, links and attempts: 256 bits as 43 characters. */
export const newNonce = (random: Random = systemRandom): string => Buffer.from(random(32)).toString('base64url')

/** Credentials of an application, with the lengths that the specification gives. */
export const newClientId = (random: Random = systemRandom): string => letters(20, random)
export const newClientSecret = (random: Random = systemRandom): string => letters(64, random)

function letters(length: number, random: Random): string {
  let text = ''
  while (text.length < length) {
    for (const byte of random(length)) {
      // 248 = 4 x 62: higher bytes would favour the first characters.
      if (byte < 248 && text.length < length) text += alphanumeric[byte % 62]
    }
  }
  return text
}
