// Hashes and verifies passwords with Argon2id in PHC format, off the event loop.
import { argon2 } from 'node:crypto'
import { promisify } from 'node:util'
import { FairQueue, type Turn } from '../base/scheduling/fair-queue.ts'
import { ownShare } from '../base/scheduling/round-robin.ts'
import { sameSecret } from '../base/secrets/digest.ts'
import { type Random, systemRandom } from '../base/secrets/secret.ts'

/** OWASP's first recommendation for Argon2id: 19 MiB, two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const nonceLength = 16
const tagLength = 32

/**
 * Longer passwords are refused before hashing, so that a password of a megabyte cannot take a second of processor time.
 */
const passwordMaxLength = 1024
const passwordMinLength = 8

interface Cost {
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

/** The tenant and user for whom a password is hashed, and the signal that the client has gone. */
type HashingTurn = Pick<Turn, 'share' | 'gone'>

const ourselves: HashingTurn = { share: ownShare }

const derive = promisify(argon2)

/**
 * Hashing takes the processors and the thread pool, which the process has once, so there is one queue for the process. It
 * leaves threads of the pool to others.
 */
const turns = new FairQueue({ slots: 2, reserved: 1, name: 'password checks' })
const waitMs = 10_000

const tagOf = (password: string, nonce: Uint8Array, by: Cost, length: number, hashing: HashingTurn): Promise<Buffer> =>
  turns.run({ ...hashing, waitMs }, () => {
    const message = password.normalize('NFC')
    return derive('argon2id', { message, nonce, tagLength: length, ...by }) as Promise<Buffer>
  })

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replace(/=+$/, '')

export async function hashPassword(
  password: string,
  hashing: HashingTurn = ourselves,
  random: Random = systemRandom,
): Promise<string> {
  const nonce = random(nonceLength)
  const tag = await tagOf(password, nonce, cost, tagLength, hashing)
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(nonce)}$${base64(tag)}`
}

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/**
 * Whether the password matches the hash. Without a hash (no such user, or a user without a password) the function
 * computes for the same time and returns false, so that response times do not reveal which users exist.
 */
export async function verifyPassword(
  password: string,
  hash: string | null,
  hashing: HashingTurn = ourselves,
): Promise<boolean> {
  const match = hash === null ? null : phc.exec(hash)
  const candidate = password.length > passwordMaxLength ? '' : password
  if (!match) {
    await tagOf(candidate, new Uint8Array(nonceLength), cost, tagLength, hashing)
    return false
  }
  const [, memory, passes, parallelism, nonce = '', tag = ''] = match
  const stored = Buffer.from(tag, 'base64')
  const by = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const found = await tagOf(candidate, Buffer.from(nonce, 'base64'), by, stored.length, hashing)
  return sameSecret(found.toString('base64'), stored.toString('base64')) && candidate === password
}

/** The reason why a new password is refused; null when it is acceptable. */
export function passwordProblem(password: string): string | null {
  if (password.length < passwordMinLength) return `A password has at least ${passwordMinLength} characters.`
  if (password.length > passwordMaxLength) return `A password has at most ${passwordMaxLength} characters.`
  return null
}
