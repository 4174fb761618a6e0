// Encrypts a text with AES-256-GCM under a key derived from a secret that the store does not have.
import { createCipheriv, createDecipheriv, hash } from 'node:crypto'
import { type Random, systemRandom } from './secret.ts'

const nonceLength = 12
const tagLength = 16

/**
 * `purpose` separates the keys derived from one secret, and separates them from the stored digest of the secret. One
 * hash is enough, since the secrets have 256 random bits; it takes a tenth of the time of HKDF.
 */
const keyFrom = (secret: string, purpose: string): Uint8Array => hash('sha256', `${purpose}\n${secret}`, 'buffer')

export function seal(text: string, secret: string, purpose: string, random: Random = systemRandom): string {
  const nonce = random(nonceLength)
  const cipher = createCipheriv('aes-256-gcm', keyFrom(secret, purpose), nonce)
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

/** Null when the text was sealed under another secret, or is damaged. */
export function unseal(sealed: string, secret: string, purpose: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length < nonceLength + tagLength) return null
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyFrom(secret, purpose), bytes.subarray(0, nonceLength), {
      authTagLength: tagLength,
    })
    decipher.setAuthTag(bytes.subarray(bytes.length - tagLength))
    const body = bytes.subarray(nonceLength, bytes.length - tagLength)
    return decipher.update(body, undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return null
  }
}
