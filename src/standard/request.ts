// Declares a checked request of the standard issuer, which is kept while the person signs in and consents.
import type { AuthorizeRequest } from '../oauth/authorize/request.ts'
import type { Login } from './facts.ts'
import type { ResourceName } from './resource.ts'

export interface StandardRequest extends AuthorizeRequest {
  readonly resource: ResourceName
  /** The name of the client as the pages show it. */
  readonly clientName: string
  /** What a client that is not registered says of itself. */
  readonly document: string | null
  /** The person is asked even if there is a consent (prompt=consent). */
  readonly ask: boolean
  /** The nonce of OpenID Connect, which goes into the ID token. */
  readonly nonce: string | null
  /** The key to which the tokens are to be bound (dpop_jkt). */
  readonly boundKey: string | null
  /** The person who has to sign in, by an id_token_hint. */
  readonly subject: string | null
  /** The digest of the code of a device that waits for the answer; absent where the browser carries it back. */
  readonly device?: string
  /** The sign-in, with the scope `openid` alone; absent until the person has signed in. */
  readonly login?: Login
  /** The session at the provider of single sign-on; absent without a provider. */
  readonly provider?: string
}

/** The origin to which the browser goes back, or the scheme of an application that has no host of its own. */
export function returnOriginOf(redirectUri: string): string {
  const { origin, protocol, host } = new URL(redirectUri)
  return origin === 'null' ? `${protocol}//${host}` : origin
}
