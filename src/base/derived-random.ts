// Random bytes that follow from a secret and a salt: who has both can have them again, and nobody else can.
import { hash } from 'node:crypto'
import type { Random } from './secret.ts'

// What SHAKE256 gives in one go.
const blockLength = 136

/**
 * `purpose` keeps bytes apart that follow from the same secret, and all of them from the digest under which that is
 * stored. The secret is to have 256 random bits.
 */
export function derivedRandom(secret: string, salt: string, purpose: string): Random {
  let block = 0
  let bytes = new Uint8Array()
  return size => {
    if (size > blockLength) throw new Error(`No more than ${blockLength} bytes at once`)
    if (bytes.length < size) {
      const text = `${purpose}\n${block++}\n${salt}\n${secret}`
      bytes = hash('shake256', text, { outputEncoding: 'buffer', outputLength: blockLength })
    }
    const given = bytes.subarray(0, size)
    bytes = bytes.subarray(size)
    return given
  }
}
