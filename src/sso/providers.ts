// Runs the OpenID Connect code flow against a database's provider.

import * as oidc from 'openid-client'
import type { Store } from '../storage/store.ts'
import { topics } from '../storage/topics.ts'
import type { SecretBox } from './secret-box.ts'
import { isLoopbackIssuer, type SsoSettings, showSso, ssoSecret } from './settings.ts'

/** The values to keep between the redirect to the provider and its callback. */
export interface SsoChecks {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

export interface Sso {
  settings(db: number): Promise<SsoSettings | null>
  /** The provider's authorization URL, to which the browser is sent. */
  begin(db: number, redirectUri: string, checks: SsoChecks, loginHint: string): Promise<string>
  /**
   * The value of the configured claim of the person who signed in; throws when the provider's response is not valid.
   */
  finish(db: number, callback: URL, checks: SsoChecks): Promise<string | null>
  close(): void
}

const timeoutSeconds = 10

export function createSso(store: Store, box: SecretBox): Sso {
  const discovered = new Map<number, Promise<oidc.Configuration>>()
  const unsubscribe = store.subscribe(
    topics.sso,
    db => discovered.delete(db),
    () => discovered.clear(),
  )

  const discover = async (db: number): Promise<oidc.Configuration> => {
    const settings = await showSso(store, db)
    if (!settings) throw new Error('Single sign-on is not set up for this database')
    const secret = await ssoSecret(store, db, box)
    const options = {
      timeout: timeoutSeconds,
      ...(isLoopbackIssuer(settings.issuer) ? { execute: [oidc.allowInsecureRequests] } : {}),
    }
    const authentication = secret === null ? oidc.None() : undefined
    const metadata = secret === null ? {} : { client_secret: secret }
    return oidc.discovery(new URL(settings.issuer), settings.clientId, metadata, authentication, options)
  }
  const configuration = (db: number): Promise<oidc.Configuration> => {
    const known = discovered.get(db)
    if (known) return known
    const found = discover(db)
    discovered.set(db, found)
    // Discovery failed: the next sign-in tries again.
    found.catch(() => discovered.delete(db))
    return found
  }

  return {
    settings: db => showSso(store, db),
    async begin(db, redirectUri, checks, loginHint) {
      const url = oidc.buildAuthorizationUrl(await configuration(db), {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(checks.verifier),
        code_challenge_method: 'S256',
        login_hint: loginHint,
      })
      return url.href
    },
    async finish(db, callback, checks) {
      const config = await configuration(db)
      const tokens = await oidc.authorizationCodeGrant(config, callback, {
        expectedState: checks.state,
        expectedNonce: checks.nonce,
        pkceCodeVerifier: checks.verifier,
        idTokenExpected: true,
      })
      const identity = tokens.claims()
      const claim = (await showSso(store, db))?.claim
      if (!identity || claim === undefined) return null
      const inToken = claimValue(identity, claim)
      if (inToken !== null || !config.serverMetadata().userinfo_endpoint) return inToken
      return claimValue(await oidc.fetchUserInfo(config, tokens.access_token, identity.sub), claim)
    },
    close: unsubscribe,
  }
}

/** An e-mail claim proves nothing when the provider says that it is not verified. */
function claimValue(claims: Readonly<Record<string, unknown>>, claim: string): string | null {
  const value = claims[claim]
  if (typeof value !== 'string' || value === '') return null
  if (claim === 'email' && claims.email_verified === false) return null
  return value
}
