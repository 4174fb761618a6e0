// Plays an authenticator app: reads the secret that a page shows, and computes its codes.
import { codeAt, stepAt } from '../../src/factors/totp.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

function bytesOf(secret: string): Uint8Array {
  let bits = ''
  for (const letter of secret.replaceAll(' ', '')) bits += alphabet.indexOf(letter).toString(2).padStart(5, '0')
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], byte => Number.parseInt(byte, 2))
}

/** The code that the app shows at a moment (epoch seconds), or some steps later. */
export const appCode = (secret: string, seconds: number, later = 0): string =>
  codeAt(bytesOf(secret), stepAt(seconds) + later)
