// Runs the OpenID Connect code flow against a database's provider.

import type { Configuration, CustomFetch, TokenEndpointResponse, TokenEndpointResponseHelpers } from 'openid-client'
import { loadPackage, onFirstUse } from '../base/caches/on-first-use.ts'
import type { Clock } from '../base/clock.ts'
import type { SecretBox } from '../base/secrets/secret-box.ts'
import { outboundFetch } from '../outbound/fetch.ts'
import type { Outbound } from '../outbound/outbound.ts'
import { topics } from '../storage/nodes/topics.ts'
import type { Store } from '../storage/store.ts'
import {
  isLoopbackIssuer,
  largestAnswer,
  type NewSso,
  providerSession,
  removeSso,
  type SsoAuthor,
  type SsoSettings,
  setSso,
  showSso,
  ssoSecret,
} from './settings.ts'
import { type ProviderTest, testProvider } from './test-provider.ts'

/** The values to keep between the redirect to the provider and its callback. */
export interface SsoChecks {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** The identity that signed in at the provider. */
export interface SsoIdentity {
  /** The value of the configured claim: an e-mail or a Uid. */
  readonly value: string
  readonly issuer: string
  readonly subject: string
  /** The session at the provider, as `providerSession` makes it; empty where it names none. */
  readonly session: string
  /** The provider's identifier of the person. */
  readonly shown: string
  /** The values of the claim of groups; null when no claim is set up, or the provider did not send it. */
  readonly groups: readonly string[] | null
  /** The address that the provider vouches for, as far as the settings believe it. */
  readonly email: string | null
  readonly firstName: string | null
  readonly lastName: string | null
}

export interface Sso {
  settings(db: number): Promise<SsoSettings | null>
  set(by: SsoAuthor, given: NewSso): Promise<void>
  /** False when the database had none. */
  remove(by: SsoAuthor): Promise<boolean>
  test(given: Parameters<typeof testProvider>[1]): Promise<ProviderTest>
  /** The provider's authorization URL, to which the browser is sent. */
  begin(db: number, redirectUri: string, checks: SsoChecks, loginHint: string): Promise<string>
  /**
   * The value of the configured claim of the person who signed in; throws when the provider's response is not valid.
   * For a new user, what the ID token does not say is read from the provider's user information.
   */
  finish(db: number, callback: URL, checks: SsoChecks, isNew: boolean): Promise<SsoIdentity | null>
  /** Where the provider has the keys with which it signs. */
  keySetUri(db: number): Promise<string>
  close(): void
}

const openidClient = onFirstUse(() => loadPackage<typeof import('openid-client')>('openid-client'))

const timeoutSeconds = 10
/** As User allows. */
const nameMaxLength = 80

export function createSso({ store, box, outbound, clock }: SsoParts & { readonly clock: Clock }): Sso {
  const discovered = new Map<number, Promise<Configuration>>()
  const unsubscribe = store.subscribe(
    topics.sso,
    db => discovered.delete(db),
    () => discovered.clear(),
  )

  const configuration = (db: number): Promise<Configuration> => {
    const known = discovered.get(db)
    if (known) return known
    const found = discover({ store, box, outbound }, db)
    discovered.set(db, found)
    // Discovery failed: the next sign-in tries again.
    found.catch(() => discovered.delete(db))
    return found
  }

  return {
    settings: db => showSso(store, db),
    set: (by, given) => setSso(store, by, given, box, clock),
    remove: by => removeSso(store, by, clock),
    test: given => testProvider(outbound, given),
    async begin(db, redirectUri, checks, loginHint) {
      const oidc = openidClient()
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
    async finish(db, callback, checks, isNew) {
      const oidc = openidClient()
      const config = await configuration(db)
      const tokens = await oidc.authorizationCodeGrant(config, callback, {
        expectedState: checks.state,
        expectedNonce: checks.nonce,
        pkceCodeVerifier: checks.verifier,
        idTokenExpected: true,
      })
      const settings = await showSso(store, db)
      return settings && identityOf(config, tokens, settings, isNew)
    },
    async keySetUri(db) {
      const { jwks_uri: uri } = (await configuration(db)).serverMetadata()
      if (!uri) throw new Error('The provider has no key set')
      return uri
    },
    close: unsubscribe,
  }
}

/** What the ID token says of the person, and what it leaves out as the provider's user information has it. */
async function identityOf(
  config: Configuration,
  tokens: TokenEndpointResponse & TokenEndpointResponseHelpers,
  settings: SsoSettings,
  isNew: boolean,
): Promise<SsoIdentity | null> {
  const identity = tokens.claims()
  if (!identity) return null
  const { iss: issuer, sub: subject, name } = identity
  const session = typeof identity.sid === 'string' ? providerSession(issuer, identity.sid) : ''
  const shown = typeof name === 'string' ? name : subject
  const found = (claims: Readonly<Record<string, unknown>>) => {
    const value = claimValue(claims, settings)
    if (value === null) return null
    return {
      value,
      issuer,
      subject,
      session,
      shown,
      groups: groupsIn(claims, settings),
      ...personIn(claims, settings),
    }
  }
  const inToken = found(identity)
  const hasGroups = settings.groupsClaim === null || inToken?.groups
  const hasPerson = !isNew || (inToken?.email && inToken.lastName)
  if ((inToken && hasGroups && hasPerson) || !config.serverMetadata().userinfo_endpoint) return inToken
  return found({ ...identity, ...(await openidClient().fetchUserInfo(config, tokens.access_token, subject)) })
}

/** A provider sends a list, or a single text. */
function groupsIn(claims: Readonly<Record<string, unknown>>, { groupsClaim }: SsoSettings): readonly string[] | null {
  const sent = groupsClaim === null ? undefined : claims[groupsClaim]
  if (typeof sent === 'string') return [sent]
  return Array.isArray(sent) ? sent.filter(value => typeof value === 'string') : null
}

/** What is needed to make a user. */
function personIn(claims: Readonly<Record<string, unknown>>, settings: SsoSettings) {
  const text = (claim: string): string | null => {
    const value = claims[claim]
    return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, nameMaxLength) : null
  }
  const names = { firstName: text(settings.firstNameClaim), lastName: text(settings.lastNameClaim) }
  return { email: claimValue(claims, { ...settings, claim: 'email' }), ...names }
}

interface SsoParts {
  readonly store: Store
  readonly box: SecretBox
  readonly outbound: Outbound
}

async function discover({ store, box, outbound }: SsoParts, db: number): Promise<Configuration> {
  const oidc = openidClient()
  const settings = await showSso(store, db)
  if (!settings) throw new Error('Single sign-on is not set up for this database')
  const secret = await ssoSecret(store, db, box)
  const options = {
    timeout: timeoutSeconds,
    [oidc.customFetch]: outboundFetch(outbound, largestAnswer) as CustomFetch,
    execute: [
      // Verifies the signature of the ID token; without it TLS alone vouches for the token.
      oidc.enableNonRepudiationChecks,
      ...(isLoopbackIssuer(settings.issuer) ? [oidc.allowInsecureRequests] : []),
    ],
  }
  const authentication = secret === null ? oidc.None() : undefined
  const metadata = secret === null ? {} : { client_secret: secret }
  return oidc.discovery(new URL(settings.issuer), settings.clientId, metadata, authentication, options)
}

/**
 * The value of the claim that identifies the user. An e-mail counts when the provider says that it is verified, as `true`
 * or `"true"`; a provider that says nothing about it is believed only where the database's settings say so.
 */
function claimValue(claims: Readonly<Record<string, unknown>>, { claim, trustEmail }: SsoSettings): string | null {
  const value = claims[claim]
  if (typeof value !== 'string' || value === '') return null
  if (claim !== 'email') return value
  const { email_verified: verified } = claims
  const isVerified = verified === true || verified === 'true' || (verified === undefined && trustEmail)
  return isVerified && value.includes('@') ? value : null
}
