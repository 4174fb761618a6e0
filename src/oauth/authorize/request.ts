// Serializes a checked authorize request while the person signs in, and builds the redirects that end it.
import type { OAuthErrorName } from '../errors.ts'
import { oauthErrors } from '../errors.ts'

export interface AuthorizeRequest {
  readonly clientId: string
  readonly redirectUri: string
  readonly scope: readonly string[]
  /** The state as the client encoded it, so that it is returned byte for byte. */
  readonly state: string | null
  /** The base64url text of the verifier's SHA-256, for either name of the method. */
  readonly challenge: string | null
  /** The issuer, which the standard lane names in its redirects (RFC 9207); absent in the lane of the specification. */
  readonly iss?: string | undefined
}

/** Where a redirect goes, and what it carries besides its result. */
type ReturnAddress = Pick<AuthorizeRequest, 'redirectUri' | 'state' | 'iss'>

const stateOf = (state: string | null): string => (state === null ? '' : `&state=${state}`)

const issOf = (iss: string | undefined): string => (iss === undefined ? '' : `&iss=${encodeURIComponent(iss)}`)

/** Only the standard lane has redirect URIs with a query. */
const opened = (redirectUri: string): string => `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}`

/** The parameters are exactly code, state and login_hint; in the standard lane iss instead of login_hint. */
export function successLocation(
  { redirectUri, state, iss }: AuthorizeRequest,
  code: string,
  account: { readonly database: string; readonly uid: string },
): string {
  const location = `${opened(redirectUri)}code=${encodeURIComponent(code)}${stateOf(state)}`
  if (iss !== undefined) return location + issOf(iss)
  return `${location}&login_hint=${encodeURIComponent(`d ${account.database} u ${account.uid}`)}`
}

export const errorLocation = ({ redirectUri, state, iss }: ReturnAddress, error: string, description: string): string =>
  `${opened(redirectUri)}error=${error}&error_description=${encodeURIComponent(description)}${stateOf(state)}${issOf(iss)}`

/** The redirect after the person pressed Cancel. */
export function cancelLocation(request: ReturnAddress): string {
  const name: OAuthErrorName = 'cancelled'
  const { error, code } = oauthErrors[name]
  const location = errorLocation(request, error, 'The user cancelled the sign-in.')
  return `${location}&error_code=${code}`
}
