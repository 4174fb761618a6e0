// Creates record identifiers of letters and digits, which are ordered by time and never reused.
import { type Clock, systemClock } from '../clock.ts'
import { systemRandom } from '../secrets/secret.ts'

// Crockford's alphabet: its characters are in byte order, so identifiers sort by creation time.
export const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
export const timeLength = 10
const randomLength = 10

/**
 * Creates identifiers of 20 characters: 10 for the time in ms, 10 (50 bits) random and rising within one millisecond.
 */
export function identifierMaker(clock: Clock = systemClock): () => string {
  let lastTime = 0
  let timePart = ''
  const digits = new Uint8Array(randomLength)
  return () => {
    const now = clock.now()
    if (now > lastTime) {
      lastTime = now
      timePart = encodeTime(now)
      const random = systemRandom(randomLength)
      for (let i = 0; i < randomLength; i++) digits[i] = (random[i] as number) & 31
      // The first digit stays below 16, so that a busy millisecond can count up without overflow.
      digits[0] = (digits[0] as number) & 15
    } else increment(digits)
    let text = timePart
    for (let i = 0; i < randomLength; i++) text += alphabet[digits[i] as number]
    return text
  }
}

/** Encodes a time as text that sorts by time. */
export function encodeTime(ms: number): string {
  let rest = ms
  let text = ''
  for (let i = 0; i < timeLength; i++) {
    text = alphabet[rest % 32] + text
    rest = Math.floor(rest / 32)
  }
  return text
}

function increment(digits: Uint8Array): void {
  for (let i = digits.length - 1; i >= 0; i--) {
    if (digits[i] !== 31) {
      digits[i] = (digits[i] as number) + 1
      return
    }
    digits[i] = 0
  }
}
