// An authorize request that has passed its checks, as it waits for the person to sign in, and the redirects that end it.
import type { OAuthErrorName } from '../errors.ts'
import { oauthErrors } from '../errors.ts'

export interface AuthorizeRequest {
  readonly clientId: string
  readonly redirectUri: string
  readonly scope: readonly string[]
  /** As the client encoded it, so that it goes back byte for byte. */
  readonly state: string | null
  /** Base64url of the SHA-256 of the verifier, whatever the method was called. */
  readonly challenge: string | null
}

const stateOf = (state: string | null): string => (state === null ? '' : `&state=${state}`)

/** Exactly code, state and login_hint. */
export const successLocation = (
  request: AuthorizeRequest,
  code: string,
  account: { readonly database: string; readonly uid: string },
): string =>
  `${request.redirectUri}?code=${encodeURIComponent(code)}${stateOf(request.state)}` +
  `&login_hint=${encodeURIComponent(`d ${account.database} u ${account.uid}`)}`

export const errorLocation = (redirectUri: string, state: string | null, error: string, description: string): string =>
  `${redirectUri}?error=${error}&error_description=${encodeURIComponent(description)}${stateOf(state)}`

/** The person pressed Cancel. */
export function cancelLocation(request: AuthorizeRequest): string {
  const name: OAuthErrorName = 'cancelled'
  const { error, code } = oauthErrors[name]
  const location = errorLocation(request.redirectUri, request.state, error, 'The user cancelled the sign-in.')
  return `${location}&error_code=${code}`
}
