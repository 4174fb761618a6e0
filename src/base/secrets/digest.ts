// Computes digests and compares secrets in constant time.
import { createHash, hash, timingSafeEqual } from 'node:crypto'

const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest()

/**
 * The stored form of a secret: 43 characters of base64url. A fast hash is enough, since the secrets are long and
 * random.
 */
export const digestOf = (secret: string | Uint8Array): string => hash('sha256', secret, 'base64url')

/** Compares two texts in a time that depends neither on where they differ nor on their lengths. */
export const sameSecret = (a: string, b: string): boolean => timingSafeEqual(sha256(a), sha256(b))
