// Assembles the authorization server: its endpoints, its grants and the tokens that it issued.
import { BoundedMap } from '../base/caches/bounded-map.ts'
import type { Settings } from '../config/settings.ts'
import type { SignInStart } from '../sign-in/attempt.ts'
import { authorizeEndpoint } from './authorize/endpoint.ts'
import type { EndpointParts } from './endpoint-parts.ts'
import { introspectEndpoint } from './endpoints/introspect.ts'
import { metadata } from './endpoints/metadata.ts'
import { revokeEndpoint } from './endpoints/revoke.ts'
import { createGrants } from './grants/grants.ts'
import { createOwnGrants } from './grants/own-grants.ts'
import { tokenEndpoint } from './token/endpoint.ts'
import { createBearerTokens, grantLiveness } from './tokens/bearer-tokens.ts'
import { RetrySalts } from './tokens/retry-salts.ts'

export type AuthorizationServer = ReturnType<typeof createAuthorizationServer>

/** Each entry takes about 500 bytes. */
const issuedKept = 10_000

/** Dependencies from other rooms; `origin` is known once the server listens. */
type SharedParts = Omit<EndpointParts, 'policy' | 'bearerTokens' | 'issued' | 'retrySalts' | 'issuer'> & {
  readonly settings: Settings
  readonly origin: () => string
}

/** Completes the parts that all endpoints share. */
export function endpointPartsOf({ settings, origin, ...shared }: SharedParts): EndpointParts {
  return {
    ...shared,
    policy: policyOf(settings),
    bearerTokens: createBearerTokens(shared),
    issued: new BoundedMap(issuedKept),
    retrySalts: new RetrySalts(shared.store, shared.random),
    issuer: () => origin() + settings.authPrefix,
  }
}

export function createAuthorizationServer(parts: EndpointParts, beginSignIn: SignInStart) {
  const { store, clock, applications, clients, bearerTokens } = parts
  const grants = createGrants(store, clock, clients)
  return {
    bearerTokens,
    isGrantLive: grantLiveness(parts),
    grants,
    ownGrants: createOwnGrants(store, clock, grants),
    authorize: authorizeEndpoint(parts, beginSignIn),
    token: tokenEndpoint(parts),
    revoke: revokeEndpoint(parts),
    introspect: introspectEndpoint(parts),
    metadata: async () => metadata(parts.issuer()),
    async close(): Promise<void> {
      await bearerTokens.close()
      applications.close()
    },
  }
}

const policyOf = (settings: Settings): EndpointParts['policy'] => ({
  refreshReuse: settings.refreshReuse,
  refreshChainDays: settings.refreshChainDays ?? 0,
  retrySeconds: settings.refreshRetry,
  loopbackRedirects: settings.loopbackRedirects,
  failuresPerAddress: settings.throttleAddress,
})
