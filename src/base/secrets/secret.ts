// Draws random bytes, and random texts for secrets.
import { randomFillSync } from 'node:crypto'

/** Where randomness comes from: a parameter, so that a test can repeat itself. */
export type Random = (bytes: number) => Uint8Array

const pool = new Uint8Array(8192)
let taken = pool.length

/** Takes bytes from a pool, because the system's generator needs as long for 16 bytes as for 8,000. Each byte is used once. */
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

/** A secret without a prefix, for cookies, links and attempts: 256 bits as 43 characters. */
export const newNonce = (random: Random = systemRandom): string => Buffer.from(random(32)).toString('base64url')

/** Letters and digits, each equally likely. */
export function randomLetters(length: number, random: Random = systemRandom): string {
  let text = ''
  while (text.length < length) {
    for (const byte of random(length)) {
      // 248 = 4 x 62: the bytes above it would make the first letters more likely.
      if (byte < 248 && text.length < length) text += alphanumeric[byte % 62]
    }
  }
  return text
}
