// Builds the address that begins a sign-in, and the proof key (PKCE) that belongs to it.
import { base64url, randomText } from './random.ts'

export interface ProofKey {
  /** Kept by the application until the code comes. */
  readonly verifier: string
  /** Sent with the authorize request. */
  readonly challenge: string
}

/** A new proof key (PKCE), one for each sign-in. */
export async function newProofKey(): Promise<ProofKey> {
  const verifier = randomText(32)
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return { verifier, challenge: base64url(new Uint8Array(digest)) }
}

/** A value for `state`, to be compared when the browser comes back. */
export const newState = (): string => randomText(18)

/** The address that the browser is sent to, so that a person signs in. */
export function signInUrl(
  application: { readonly authUrl: string; readonly clientId: string; readonly redirectUri: string },
  options: {
    readonly state?: string
    readonly scope?: 'data' | 'data.readonly' | 'data webaccess' | (string & {})
    readonly challenge?: string
    /** The login_hint of an earlier redirect, or an e-mail address. */
    readonly loginHint?: string
  } = {},
): string {
  const { authUrl, clientId, redirectUri } = application
  const query = new URLSearchParams({ response_type: 'code', client_id: clientId, redirect_uri: redirectUri })
  if (options.scope !== undefined) query.set('scope', options.scope)
  if (options.state !== undefined) query.set('state', options.state)
  if (options.loginHint !== undefined) query.set('login_hint', options.loginHint)
  if (options.challenge !== undefined) {
    query.set('code_challenge', options.challenge)
    // The method has this name here; S256 is accepted from applications that are registered for it.
    query.set('code_challenge_method', 'SHA256')
  }
  return `${authUrl}/v1/authorize?${query}`
}
