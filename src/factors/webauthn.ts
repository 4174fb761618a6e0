// Makes the options of WebAuthn ceremonies, and checks what browsers answer; the library is loaded at the first answer.
import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { isObject } from '../base/text/json.ts'

/** To whom passkeys belong: the public address of the installation. */
export interface RelyingParty {
  readonly id: string
  readonly origin: string
  readonly name: string
}

/** Null where browsers have no passkeys: without https, except for localhost, and at an address without a name. */
export function relyingPartyOf(origin: string, name: string): RelyingParty | null {
  const { protocol, hostname, origin: own } = new URL(origin)
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  const isNamed = isIP(hostname) === 0 && !hostname.startsWith('[')
  return isNamed && (protocol === 'https:' || isLocal) ? { id: hostname, origin: own, name } : null
}

/** ES256, EdDSA and RS256, which all authenticators have one of. */
const algorithms = [-7, -8, -257]
/** How long a browser asks. */
const timeout = 300_000

const handleNumberLength = 8
const handleLength = 32

/** The opaque name of a user in the authenticator, which says in which database the user is. */
export function userHandle(db: number, uid: string): string {
  const number = Buffer.alloc(handleNumberLength)
  number.writeBigUInt64BE(BigInt(db))
  const digest = createHash('sha256').update(`passkey ${db} ${uid}`).digest()
  return Buffer.concat([number, digest]).subarray(0, handleLength).toString('base64url')
}

/** The database in a handle; null when the text is none. */
export function databaseOfHandle(handle: unknown): number | null {
  if (typeof handle !== 'string') return null
  const bytes = Buffer.from(handle, 'base64url')
  return bytes.length === handleLength ? Number(bytes.readBigUInt64BE()) : null
}

/** A passkey as ceremonies name it. */
interface KnownCredential {
  readonly credential: string
  readonly transports: readonly string[]
}

const named = (known: readonly KnownCredential[]) =>
  known.map(({ credential, transports }) => ({ type: 'public-key', id: credential, transports }))

export interface CeremonyOptions {
  readonly challenge: string
  readonly [member: string]: unknown
}

interface Creation {
  readonly challenge: string
  readonly user: { readonly id: string; readonly name: string; readonly displayName: string }
  /** Passkeys that the user has, of which one authenticator gets no second. */
  readonly known: readonly KnownCredential[]
  /** The passkey is to be enough alone: it says who the user is, and the authenticator checks the user. */
  readonly alone: boolean
}

export const creationOptions = (party: RelyingParty, { challenge, user, known, alone }: Creation): CeremonyOptions => ({
  challenge,
  rp: { id: party.id, name: party.name },
  user,
  pubKeyCredParams: algorithms.map(alg => ({ type: 'public-key', alg })),
  timeout,
  attestation: 'none',
  excludeCredentials: named(known),
  authenticatorSelection: {
    residentKey: alone ? 'required' : 'preferred',
    requireResidentKey: alone,
    userVerification: alone ? 'required' : 'preferred',
  },
})

/** Without `known` the person chooses among all passkeys of this address. */
export const requestOptions = (
  party: RelyingParty,
  { challenge, known, alone }: Pick<Creation, 'challenge' | 'alone'> & Partial<Pick<Creation, 'known'>>,
): CeremonyOptions => ({
  challenge,
  rpId: party.id,
  timeout,
  allowCredentials: named(known ?? []),
  userVerification: alone ? 'required' : 'preferred',
})

/** Longer answers of browsers are refused before they are parsed. */
const answerMaxLength = 16 * 1024

/** The answer of a browser, and the facts that its client data claims; its signature is not checked yet. */
export interface CeremonyAnswer {
  readonly id: string
  readonly challenge: string
  readonly origin: string
  readonly userHandle: unknown
  readonly transports: readonly string[]
  readonly json: Record<string, unknown>
}

const transportNames = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']

/** Null for what no browser answers. */
export function answerIn(source: unknown): CeremonyAnswer | null {
  try {
    if (typeof source === 'string' && source.length > answerMaxLength) return null
    const json = typeof source === 'string' ? JSON.parse(source) : source
    if (!isObject(json) || !isObject(json.response) || typeof json.id !== 'string') return null
    const { clientDataJSON, userHandle, transports } = json.response
    if (typeof clientDataJSON !== 'string') return null
    const claimed = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())
    if (!isObject(claimed) || typeof claimed.challenge !== 'string' || typeof claimed.origin !== 'string') return null
    const known = Array.isArray(transports) ? transportNames.filter(name => transports.includes(name)) : []
    return { id: json.id, challenge: claimed.challenge, origin: claimed.origin, userHandle, transports: known, json }
  } catch {
    return null
  }
}

interface Expectation {
  readonly party: RelyingParty
  readonly challenge: string
  readonly alone: boolean
}

interface NewCredential {
  readonly credential: string
  readonly publicKey: string
  readonly counter: number
}

/** A credential id has at most 1,023 bytes. */
const credentialMaxLength = 1364

/** The credential that an authenticator has made; null when the answer does not prove it. */
export async function checkCreation(answer: CeremonyAnswer, expected: Expectation): Promise<NewCredential | null> {
  const [{ verifyRegistrationResponse }, { decodeAttestationObject, isoBase64URL, isoCBOR }] = await Promise.all([
    import('@simplewebauthn/server'),
    import('@simplewebauthn/server/helpers'),
  ])
  try {
    const { response } = answer.json as unknown as RegistrationResponseJSON
    const authData = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject)).get('authData')
    // No attestation is asked for. A statement that came is dropped, since to check it the library would fetch lists of revoked
    // certificates from addresses that the statement names.
    const plain: [string, string | Map<string, string> | Uint8Array][] = [
      ['fmt', 'none'],
      ['attStmt', new Map<string, string>()],
      ['authData', authData],
    ]
    const attestationObject = isoBase64URL.fromBuffer(isoCBOR.encode(new Map(plain)))
    const { registrationInfo, verified } = await verifyRegistrationResponse({
      response: {
        ...(answer.json as unknown as RegistrationResponseJSON),
        response: { ...response, attestationObject },
      },
      ...expectationOf(expected),
      supportedAlgorithmIDs: algorithms,
    })
    if (!verified || registrationInfo.credential.id.length > credentialMaxLength) return null
    const { id, publicKey, counter } = registrationInfo.credential
    return { credential: id, publicKey: isoBase64URL.fromBuffer(publicKey), counter }
  } catch {
    return null
  }
}

/** The counter in an answer that a passkey has signed; null when the answer does not prove the passkey. */
export async function checkRequest(
  answer: CeremonyAnswer,
  expected: Expectation,
  passkey: { readonly credential: string; readonly publicKey: string },
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: answer.json as unknown as AuthenticationResponseJSON,
      ...expectationOf(expected),
      // The stored counter is compared in the UPDATE that stores the new one.
      credential: { id: passkey.credential, publicKey: bytesOf(passkey.publicKey), counter: 0 },
    })
    return verified ? authenticationInfo.newCounter : null
  } catch {
    return null
  }
}

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text, 'base64url'))

const expectationOf = ({ party, challenge, alone }: Expectation) => ({
  expectedChallenge: challenge,
  expectedOrigin: party.origin,
  expectedRPID: party.id,
  requireUserVerification: alone,
})
