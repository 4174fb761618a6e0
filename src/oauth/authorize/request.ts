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
}

const stateOf = (state: string | null): string => (state === null ? '' : `&state=${state}`)

/** The parameters are exactly code, state and login_hint. */
export const successLocation = (
  request: AuthorizeRequest,
  code: string,
  account: { readonly database: string; readonly uid: string },
): string =>
  `${request.redirectUri}?code=${encodeURIComponent(code)}${stateOf(request.state)}` +
  `&login_hint=${encodeURIComponent(`d ${account.database} u ${account.uid}`)}`

export const errorLocation = (redirectUri: string, state: string | null, error: string, description: string): string =>
  `${redirectUri}?error=${error}&error_description=${encodeURIComponent(description)}${stateOf(state)}`

/** The redirect after the person pressed Cancel. */
export function cancelLocation(request: AuthorizeRequest): string {
  const name: OAuthErrorName = 'cancelled'
  const { error, code } = oauthErrors[name]
  const location = errorLocation(request.redirectUri, request.state, error, 'The user cancelled the sign-in.')
  return `${location}&error_code=${code}`
}
