// Authenticates a client by its id and secret, from the body or from HTTP Basic.
import { timingSafeEqual } from 'node:crypto'
import { networkOf } from '../accounts/network.ts'
import { type MaybePromise, whenReady } from '../base/scheduling/maybe-promise.ts'
import { digestOf, sameSecret } from '../base/secrets/digest.ts'
import { header, type WebRequest } from '../base/web.ts'
import type { Application } from './applications.ts'
import type { EndpointParts } from './endpoint-parts.ts'
import { fail } from './errors.ts'
import type { Parameters } from './parameters.ts'

const digestLength = digestOf('').length

interface Credentials {
  readonly id: string
  readonly secret: string | undefined
}

/** Returns the application or throws invalid_client. Wrong secrets are counted per network address. */
export function authenticateClient(
  parts: EndpointParts,
  request: WebRequest,
  parameters: Parameters,
): MaybePromise<Application> {
  const { id, secret } = credentials(request, parameters)
  return whenReady<Application | null, Application>(parts.applications.find(id), application =>
    application && isAuthentic(application, secret) ? application : refuseClient(parts, request),
  )
}

/** Wrong proofs are counted per network address. */
export async function refuseClient(parts: EndpointParts, request: WebRequest): Promise<never> {
  const allowance = { kind: 'client', subject: networkOf(request.address), limit: parts.policy.failuresPerAddress }
  if ((await parts.throttle.take(allowance)) > 0) {
    fail('temporarilyUnavailable', 'Too many failed attempts from this address; try again later.')
  }
  fail('invalidClient', 'The client is unknown, or its secret is missing or wrong.')
}

/** A public client has no secret, and is refused if it sends one. */
function isAuthentic(application: Application, secret: string | undefined): boolean {
  if (application.isPublic) return secret === undefined
  if (secret === undefined || application.secretDigest?.length !== digestLength) return false
  // Both texts are digests of equal length, so they can be compared in constant time as they are.
  return timingSafeEqual(Buffer.from(digestOf(secret)), Buffer.from(application.secretDigest))
}

function credentials(request: WebRequest, parameters: Parameters): Credentials {
  const inBody = parameters.get('client_id')
  const secretInBody = parameters.get('client_secret')
  const basic = basicCredentials(header(request, 'authorization'))
  if (!basic) {
    if (inBody === undefined) fail('invalidRequest', 'The parameter client_id is missing.')
    return { id: inBody, secret: secretInBody }
  }
  const agree =
    (inBody === undefined || inBody === basic.id) &&
    (secretInBody === undefined || basic.secret === undefined || sameSecret(secretInBody, basic.secret))
  if (!agree) fail('invalidRequest', 'The client credentials in the body and in the Authorization header differ.')
  return { id: basic.id, secret: basic.secret ?? secretInBody }
}

/** RFC 6749, 2.3.1: id and secret are form-encoded before they are joined. */
function basicCredentials(authorization: string | undefined): Credentials | null {
  const match = authorization === undefined ? null : /^basic +([A-Za-z0-9+/=_-]+) *$/i.exec(authorization)
  if (!match) return null
  const text = Buffer.from(match[1] as string, 'base64').toString('utf8')
  const at = text.indexOf(':')
  if (at < 0) fail('invalidRequest', 'The Authorization header is malformed.')
  return { id: plain(text.slice(0, at)), secret: plain(text.slice(at + 1)) || undefined }
}

function plain(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
