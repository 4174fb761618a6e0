// Computes and checks the codes of authenticator apps: TOTP (RFC 6238) with SHA-1, six digits and steps of 30 seconds.
import { createHmac } from 'node:crypto'
import { sameSecret } from '../base/secrets/digest.ts'

const stepSeconds = 30
const digits = 6
/** 160 bits, as RFC 4226 recommends. */
export const secretBytes = 20
/** Steps before and after the current one that are accepted, for clocks that differ. */
const tolerance = 1

export const stepAt = (seconds: number): number => Math.floor(seconds / stepSeconds)

/** The code of a step (RFC 4226, 5.3). */
export function codeAt(secret: Uint8Array, step: number, length = digits): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac[mac.length - 1] as number) & 0xf
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** length).padStart(length, '0')
}

/** The step whose code was typed, the earliest first; null when it is the code of none. All steps are compared. */
export function stepOf(secret: Uint8Array, code: string, seconds: number): number | null {
  const current = stepAt(seconds)
  let found: number | null = null
  for (let step = current + tolerance; step >= current - tolerance; step--) {
    if (sameSecret(codeAt(secret, step), code)) found = step
  }
  return found
}

export const isCode = (text: string): boolean => /^[0-9]{6}$/.test(text)

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Base32 (RFC 4648) without padding, as apps expect secrets. */
export function base32(bytes: Uint8Array): string {
  let text = ''
  let bits = 0
  let value = 0
  for (const byte of bytes) {
    value = (value << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += alphabet[(value >>> bits) & 31]
      value &= (1 << bits) - 1
    }
  }
  return bits === 0 ? text : text + alphabet[(value << (5 - bits)) & 31]
}

/** The longest name of an account inside the code, so that it stays easy to scan. */
const labelMaxLength = 60

/** The address that a QR code gives to an app. */
export function keyUri(secret: Uint8Array, issuer: string, account: string): string {
  const part = (text: string) => encodeURIComponent(text.slice(0, labelMaxLength).toWellFormed())
  return `otpauth://totp/${part(issuer)}:${part(account)}?secret=${base32(secret)}&issuer=${part(issuer)}`
}
