// Keeps the keys that sign ID tokens: made on first use, published a day before they sign, and for a while after they have.
import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject, sign, verify } from 'node:crypto'
import { promisify } from 'node:util'
import { type Clock, seconds } from '../../base/clock.ts'
import { digestOf } from '../../base/secrets/digest.ts'
import type { SecretBox } from '../../base/secrets/secret-box.ts'
import type { Store } from '../../storage/store.ts'
import { allKeys, insertKey, type KeyRow } from '../statements.ts'

const day = 86_400
/** How long a key signs before the next one does. */
const periodSeconds = 90 * day
/** Each client has fetched the next key before a token is signed with it. */
const leadSeconds = day
/** A server that was away for long goes on with its key for this time. */
const graceSeconds = 30 * day
/** A key is published this long after its last signature, so that an ID token can still be a hint. */
const keptSeconds = 30 * day
/** Other processes add keys a day ahead, so a list of some minutes has every key that signs. */
const listSeconds = 300

/** OpenID Connect Core 3.1.3.7: the algorithm that every client knows. */
export const signingAlgorithm = 'RS256'

type PublicJwk = Readonly<Record<'kty' | 'n' | 'e' | 'kid' | 'use' | 'alg', string>>

interface SigningKey {
  /** Signs a JWT. */
  jwt(payload: object): string
}

export interface SigningKeys {
  /** The key that signs now. */
  current(): Promise<SigningKey>
  /** Every key with which a client may have to verify a token, now or tomorrow. */
  published(): Promise<readonly PublicJwk[]>
  /** The payload of a JWT that one of the published keys signed; null for any other text. */
  verified(jwt: string): Promise<Readonly<Record<string, unknown>> | null>
  /** Makes the next key when its time has come; does nothing on a server that has never signed. */
  rotate(): Promise<void>
}

interface KeyParts {
  readonly store: Store
  readonly clock: Clock
  readonly box: SecretBox
}

interface KeyList {
  readonly at: number
  readonly rows: readonly KeyRow[]
}

const newPair = promisify(generateKeyPair)

/**
 * Nodes without a common secret-key cannot open each other's keys, so each key of the installation has keys of its own
 * (`sealer`), and all are published. Of several processes that make the same one, the first wins.
 */
export function createSigningKeys({ store, clock, box }: KeyParts): SigningKeys {
  let list: KeyList = { at: 0, rows: [] }
  const opened = new Map<string, KeyObject>()

  const own = (): KeyRow[] => list.rows.filter(({ sealer }) => sealer === box.keyName())
  const published = (): KeyRow[] => list.rows.filter(({ ends }) => ends > seconds(clock))
  const read = async (): Promise<void> => {
    const now = seconds(clock)
    list = { at: now, rows: await store.rows(allKeys(store.dialect, {})) }
  }
  const add = async (number: number, starts: number): Promise<void> => {
    const { publicKey, privateKey } = await newPair('rsa', { modulusLength: 2048 })
    const { n = '', e = '' } = publicKey.export({ format: 'jwk' })
    const kid = digestOf(JSON.stringify({ e, kty: 'RSA', n }))
    const jwk: PublicJwk = { kty: 'RSA', n, e, kid, use: 'sig', alg: signingAlgorithm }
    const sealed = box.seal(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())
    const ends = starts + periodSeconds + graceSeconds + keptSeconds
    const row = { kid, sealer: box.keyName(), number, jwk: JSON.stringify(jwk), sealed, starts, ends }
    await store.write(tx => tx.run(insertKey(store.dialect, row)))
    await read()
  }
  /** The newest key that has begun to sign and is not over. */
  const signing = (now: number): KeyRow | undefined =>
    own()
      .filter(({ starts }) => starts <= now && now < starts + periodSeconds + graceSeconds)
      .at(-1)
  /** The list with a key that signs now, which is made when there is none. */
  const withKey = async (): Promise<KeyRow> => {
    const now = seconds(clock)
    if (now - list.at >= listSeconds || now < list.at || !signing(now)) await read()
    if (!signing(now)) await add((own().at(-1)?.number ?? 0) + 1, now)
    return signing(now) ?? refuseWithoutKey()
  }
  const privateOf = ({ kid, sealed }: KeyRow): KeyObject => {
    const known = opened.get(kid) ?? createPrivateKey(box.open(sealed))
    if (!opened.has(kid)) opened.clear()
    opened.set(kid, known)
    return known
  }

  return {
    async current() {
      const row = await withKey()
      const key = privateOf(row)
      const head = encoded({ alg: signingAlgorithm, typ: 'JWT', kid: row.kid })
      return {
        jwt: payload => {
          const text = `${head}.${encoded(payload)}`
          return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`
        },
      }
    },
    async published() {
      await withKey()
      return published().map(({ jwk }) => JSON.parse(jwk) as PublicJwk)
    },
    async verified(jwt) {
      await withKey()
      return verifiedBy(published(), jwt)
    },
    async rotate() {
      await read()
      const last = own().at(-1)
      const now = seconds(clock)
      if (!last || now < last.starts + periodSeconds - leadSeconds) return
      await add(last.number + 1, Math.max(last.starts + periodSeconds, now + leadSeconds))
    },
  }
}

const refuseWithoutKey = (): never => {
  throw new Error('No key that signs ID tokens could be made')
}

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')

const jwtMaxLength = 8_000

function verifiedBy(rows: readonly KeyRow[], jwt: string): Readonly<Record<string, unknown>> | null {
  if (jwt.length > jwtMaxLength) return null
  const [head = '', payload = '', signature = '', ...more] = jwt.split('.')
  const { kid, alg } = decoded(head)
  const row = rows.find(each => each.kid === kid)
  if (!row || alg !== signingAlgorithm || more.length > 0) return null
  const key = createPublicKey({ format: 'jwk', key: JSON.parse(row.jwk) })
  const isOurs = verify('sha256', Buffer.from(`${head}.${payload}`), key, Buffer.from(signature, 'base64url'))
  return isOurs ? decoded(payload) : null
}

function decoded(part: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
