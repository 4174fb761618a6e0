// Verifies proofs of possession (RFC 9449): a signed message that names one request, and is taken once.
import { type Clock, seconds } from '../../base/clock.ts'
import { digestOf } from '../../base/secrets/digest.ts'
import { fail } from '../../oauth/errors.ts'
import type { Store } from '../../storage/store.ts'
import { jose } from '../clients/authentication.ts'
import { takeOnce } from '../single-use.ts'

export const proofAlgorithms = ['ES256', 'ES384', 'RS256', 'PS256', 'EdDSA', 'Ed25519']

/** How old a proof may be, and how far the clock of a client may be ahead. */
const ageSeconds = 60
const aheadSeconds = 10
const proofMaxLength = 8_000
const identifierMaxLength = 256

interface ProvedRequest {
  readonly method: string
  readonly url: string
  /** The access token that the proof goes with; absent at the issuer. */
  readonly accessToken?: string
}

export interface ProofParts {
  readonly store: Store
  readonly clock: Clock
}

const badProof = (reason: string): never => fail('invalidDpopProof', `The DPoP proof ${reason}.`)

/** Returns the thumbprint of the key that signed the proof; fails when it is not for this request or was taken before. */
export async function provedKey({ store, clock }: ProofParts, proof: string, asked: ProvedRequest): Promise<string> {
  const { jwtVerify, EmbeddedJWK, calculateJwkThumbprint } = jose()
  if (proof.length > proofMaxLength) badProof('is too long')
  const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, {
    typ: 'dpop+jwt',
    algorithms: proofAlgorithms,
    requiredClaims: ['jti', 'htm', 'htu', 'iat'],
    currentDate: new Date(clock.now()),
  }).catch(() => badProof('is malformed, expired or not signed by the key in it'))
  const { jti, htm, htu, iat = 0, ath } = payload
  const now = seconds(clock)
  if (typeof jti !== 'string' || jti === '' || jti.length > identifierMaxLength) badProof('has no usable jti')
  if (htm !== asked.method) badProof(`is for another method than ${asked.method}`)
  if (addressOf(htu) !== addressOf(asked.url)) badProof('is for another address')
  if (iat < now - ageSeconds || iat > now + aheadSeconds) badProof('was not made just now')
  if (asked.accessToken !== undefined && ath !== digestOf(asked.accessToken)) badProof('is for another access token')
  const key = await calculateJwkThumbprint(protectedHeader.jwk as never)
  if (!(await takeOnce(store, `proof ${key} ${jti}`, iat + ageSeconds + aheadSeconds))) badProof('was used before')
  return key
}

/** Without query and fragment, as the address of a request is compared (RFC 9449, 4.3). */
function addressOf(text: unknown): string | null {
  if (typeof text !== 'string' || !URL.canParse(text)) return null
  const { origin, pathname } = new URL(text)
  return origin + pathname
}
