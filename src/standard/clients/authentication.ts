// Authenticates clients at the standard issuer: by secret, by an assertion that their private key has signed, or not at all.
import type { JWTVerifyGetKey } from 'jose'
import { BoundedMap } from '../../base/caches/bounded-map.ts'
import { loadPackage, onFirstUse } from '../../base/caches/on-first-use.ts'
import type { ClientKeys } from '../../entities/rules/client-keys.ts'
import type { Application } from '../../oauth/applications.ts'
import { refuseClient } from '../../oauth/client-authentication.ts'
import type { EndpointParts } from '../../oauth/endpoint-parts.ts'
import { fail } from '../../oauth/errors.ts'
import { authenticate } from '../../oauth/token/check-request.ts'
import type { TokenCheck, TokenContext } from '../../oauth/token/context.ts'
import { outboundFetch } from '../../outbound/fetch.ts'
import type { Outbound } from '../../outbound/outbound.ts'
import { takeOnce } from '../single-use.ts'

/** RFC 7523 with the algorithms that no key is too weak for. */
export const assertionAlgorithms = ['RS256', 'PS256', 'ES256', 'ES384', 'EdDSA']

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
/** An assertion that lives longer is refused, since its identifier would have to be kept as long. */
const longestSeconds = 600
const toleranceSeconds = 10
const identifierMaxLength = 256
const keySetMaxBytes = 64 * 1024
const keySetMs = 5_000
const remembered = 200

export const jose = onFirstUse(() => loadPackage<typeof import('jose')>('jose'))

/** Finds the keys of clients; sets at an address are fetched through the guard of outbound requests. */
export function createKeySets(outbound: Outbound) {
  const remote = new BoundedMap<JWTVerifyGetKey>(remembered)
  const fetchSet = outboundFetch(outbound, keySetMaxBytes)
  const at = (uri: string): JWTVerifyGetKey => {
    const known = remote.get(uri)
    if (known) return known
    const { createRemoteJWKSet, customFetch } = jose()
    // The library asks again for a key that it does not know, at most every 30 seconds.
    const made = createRemoteJWKSet(new URL(uri), { timeoutDuration: keySetMs, [customFetch]: fetchSet as never })
    remote.set(uri, made)
    return made
  }
  return (keys: ClientKeys): JWTVerifyGetKey =>
    'jwks_uri' in keys ? at(keys.jwks_uri) : jose().createLocalJWKSet(keys as never)
}

interface AuthenticationParts {
  readonly outbound: Outbound
  readonly clock: EndpointParts['clock']
}

export function standardAuthentication({ outbound, clock }: AuthenticationParts): TokenCheck {
  const keySetOf = createKeySets(outbound)

  /** What the assertion says, when the client's key signed it for this issuer and it has not been used. */
  const claimsOf = async (assertion: string, application: Application, issuer: string) => {
    const { payload } = await jose().jwtVerify(assertion, keySetOf(application.keys as ClientKeys), {
      issuer: application.clientId,
      subject: application.clientId,
      // RFC 7523 lets a client name the token endpoint; newer ones name the issuer.
      audience: [issuer, `${issuer}/token`, `${issuer}/par`],
      algorithms: assertionAlgorithms,
      requiredClaims: ['exp', 'jti'],
      clockTolerance: toleranceSeconds,
      currentDate: new Date(clock.now()),
    })
    return { expires: payload.exp ?? 0, identifier: payload.jti ?? '' }
  }

  return async context => {
    const { parts, parameters, request, now } = context
    const assertion = parameters.get('client_assertion')
    if (assertion === undefined) {
      await authenticate(context)
      // A client with keys does not fall back to a secret.
      if (context.application.keys !== null) await refuseClient(parts, request)
      return
    }
    if (parameters.get('client_assertion_type') !== assertionType) {
      fail('invalidRequest', `The client_assertion_type must be ${assertionType}.`)
    }
    if (parameters.get('client_secret') !== undefined || request.headers.authorization !== undefined) {
      fail('invalidRequest', 'A client authenticates in one way: send the client_assertion without a secret.')
    }
    const application = await findAssertedClient(context, assertion)
    const claims =
      application?.keys == null ? null : await claimsOf(assertion, application, parts.issuer()).catch(refusedClaims)
    if (!application || !claims || claims.identifier.length > identifierMaxLength) return refuseClient(parts, request)
    if (claims.expires > now + longestSeconds) {
      fail('invalidClient', `The client_assertion lives longer than ${longestSeconds} seconds.`)
    }
    const name = `assertion ${application.clientId} ${claims.identifier}`
    if (!(await takeOnce(parts.store, name, claims.expires + 2 * toleranceSeconds))) {
      fail('invalidClient', 'The client_assertion was used before.')
    }
    context.application = application
  }
}

/** The client that the assertion names, which is the one of the request. */
async function findAssertedClient({ parts, parameters }: TokenContext, assertion: string): Promise<Application | null> {
  const named = parameters.get('client_id')
  const claimed = subjectIn(assertion)
  if (claimed === null || (named !== undefined && named !== claimed)) return null
  return parts.applications.find(claimed)
}

function subjectIn(assertion: string): string | null {
  try {
    return jose().decodeJwt(assertion).sub ?? null
  } catch {
    return null
  }
}

/** The library says why by errors of its own; a store or a fault of ours says so by others. */
function refusedClaims(error: unknown): null {
  if (error instanceof jose().errors.JOSEError || error instanceof TypeError) return null
  throw error
}
