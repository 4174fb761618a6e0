// Derives random bytes from a secret, a salt and a pepper with SHAKE256; the same three give the same bytes again.
import { hash } from 'node:crypto'
import type { Random } from './secret.ts'

// The block length of SHAKE256, which one call gives most cheaply.
const blockLength = 136

/**
 * `purpose` separates the bytes derived from one secret, and separates all of them from the stored digest of the
 * secret. The secret must have 256 random bits. `pepper` is a key that is not where salts are, if there is one.
 */
export function derivedRandom(secret: string, salt: string, purpose: string, pepper: string | null = null): Random {
  const tail = pepper === null ? '' : `\n${pepper}`
  let block = 0
  let bytes = new Uint8Array()
  return size => {
    if (size > blockLength) throw new Error(`No more than ${blockLength} bytes at once`)
    if (bytes.length < size) {
      const text = `${purpose}\n${block++}\n${salt}\n${secret}${tail}`
      bytes = hash('shake256', text, { outputEncoding: 'buffer', outputLength: blockLength })
    }
    const given = bytes.subarray(0, size)
    bytes = bytes.subarray(size)
    return given
  }
}
