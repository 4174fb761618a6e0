// Plays an authenticator of passkeys (WebAuthn): makes ES256 keys, signs challenges, and counts.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

interface Key {
  readonly id: string
  readonly rpId: string
  readonly userHandle: string
  readonly key: KeyObject
}

/** What a ceremony is to have instead of what the authenticator would do. */
interface Forgery {
  readonly origin?: string
  readonly challenge?: string
  /** The counter; the authenticator counts up by itself. */
  readonly counter?: number
  /** Whether the authenticator checked the person, by a PIN for example. */
  readonly verified?: boolean
  /** The key that signs, when it is not the own one. */
  readonly key?: KeyObject
}

interface Options {
  readonly challenge: string
  readonly rp?: { readonly id: string }
  readonly rpId?: string
  readonly user?: { readonly id: string }
  readonly allowCredentials?: readonly { readonly id: string }[]
}

type Cbor = number | string | Uint8Array | ReadonlyMap<number | string, Cbor>

/** Encodes the few kinds of values that WebAuthn needs in CBOR (RFC 8949). */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  const entries = [...value].flatMap(([name, member]) => [cbor(name), cbor(member)])
  return Buffer.concat([head(5, value.size), ...entries])
}

function head(major: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(major << 5) | size])
  return size < 256 ? Buffer.from([(major << 5) | 24, size]) : Buffer.from([(major << 5) | 25, size >> 8, size & 255])
}

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: string | Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

export class Authenticator {
  readonly keys: Key[] = []
  counter = 0
  readonly #origin: string

  constructor(origin: string) {
    this.#origin = origin
  }

  /** Answers `navigator.credentials.create`, as JSON. */
  create(options: object, forgery: Forgery = {}): Record<string, unknown> {
    const { rp, user } = options as Options
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const id = randomBytes(16)
    const made = { id: base64url(id), rpId: rp?.id ?? '', userHandle: user?.id ?? '', key: privateKey }
    this.keys.push(made)
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const cose = new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ])
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cbor(cose)])
    const authData = Buffer.concat([this.#authenticatorData(made.rpId, forgery, 0x40), credential])
    const attestation = new Map<string, Cbor>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ])
    const clientDataJSON = this.#clientData('webauthn.create', options as Options, forgery)
    return answer(made.id, {
      clientDataJSON,
      attestationObject: base64url(cbor(attestation)),
      transports: ['internal'],
    })
  }

  /** Answers `navigator.credentials.get` with the newest key that the options allow, as JSON. */
  get(options: object, forgery: Forgery = {}): Record<string, unknown> {
    const { rpId, allowCredentials = [] } = options as Options
    const isAllowed = ({ id }: Key) => allowCredentials.length === 0 || allowCredentials.some(one => one.id === id)
    const found = this.keys.findLast(one => one.rpId === rpId && isAllowed(one))
    if (!found) throw new Error(`The authenticator has no key for ${rpId}`)
    return this.sign(found, options, forgery)
  }

  /** Answers with one key, whatever the options allow. */
  sign(key: Key, options: object, forgery: Forgery = {}): Record<string, unknown> {
    const clientDataJSON = this.#clientData('webauthn.get', options as Options, forgery)
    const authData = this.#authenticatorData(key.rpId, forgery, 0)
    const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))])
    const signature = base64url(sign('sha256', signed, forgery.key ?? key.key))
    const { userHandle } = key
    return answer(key.id, { clientDataJSON, authenticatorData: base64url(authData), signature, userHandle })
  }

  #authenticatorData(rpId: string, { counter, verified = true }: Forgery, flags: number): Buffer {
    const head = Buffer.alloc(5)
    head[0] = flags | 1 | (verified ? 4 : 0)
    this.counter = counter ?? this.counter + 1
    head.writeUInt32BE(this.counter, 1)
    return Buffer.concat([sha256(rpId), head])
  }

  #clientData(type: string, { challenge }: Options, forgery: Forgery): string {
    const claimed = { type, challenge: forgery.challenge ?? challenge, origin: forgery.origin ?? this.#origin }
    return base64url(Buffer.from(JSON.stringify({ ...claimed, crossOrigin: false })))
  }
}

const answer = (id: string, response: object): Record<string, unknown> => {
  return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} }
}

/** The options that a page gives to the browser, in the form whose action ends in `step`. */
export function optionsOn(page: { readonly text: string }, step: string): object {
  const form = new RegExp(`action="[^"]*/${step}" data-passkey="([^"]*)"`).exec(page.text)?.[1]
  if (form === undefined) throw new Error(`There is no form ${step} for a passkey in:\n${page.text}`)
  return (JSON.parse(form.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))) as { options: object })
    .options
}
