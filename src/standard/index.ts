// Assembles the standard issuer: a second authorization server, for clients that follow the standards of today.
import { type Clock, seconds } from '../base/clock.ts'
import type { Job } from '../base/scheduling/jobs.ts'
import type { SecretBox } from '../base/secrets/secret-box.ts'
import type { Settings } from '../config/settings.ts'
import { authorizeEndpoint } from '../oauth/authorize/endpoint.ts'
import type { EndpointParts } from '../oauth/endpoint-parts.ts'
import { introspectEndpoint } from '../oauth/endpoints/introspect.ts'
import { revokeEndpoint } from '../oauth/endpoints/revoke.ts'
import { tokenEndpoint } from '../oauth/token/endpoint.ts'
import {
  type BearerTokens,
  createBearerTokens,
  ofAssistants,
  ofIdentity,
  ofKeys,
} from '../oauth/tokens/bearer-tokens.ts'
import type { Outbound } from '../outbound/outbound.ts'
import type { SignInStart } from '../sign-in/attempt.ts'
import { deleteEnded } from '../storage/schema/table-statements.ts'
import type { Store } from '../storage/store.ts'
import { createAuthorization, standardAttempt, standardRequest } from './authorization.ts'
import { beforeRedirects, deviceChecks, redirectedChecks } from './check-request.ts'
import { standardAuthentication } from './clients/authentication.ts'
import type { Clients } from './clients/documents.ts'
import { registerEndpoint } from './clients/register.ts'
import { createConsent } from './consent.ts'
import { createBoundCaller } from './dpop/bound-caller.ts'
import { createDevicePage, deviceEndpoint } from './grants/device.ts'
import { pushEndpoint, withPushed } from './grants/pushed.ts'
import { clientLane, standardTokens } from './grants/token.ts'
import { issuerMetadata, resourceMetadata } from './metadata.ts'
import { createSignedInBrowsers } from './openid/browsers.ts'
import { createLogout } from './openid/logout.ts'
import { createSigningKeys, type SigningKeys } from './openid/signing-keys.ts'
import { checkHint, silently } from './openid/silent.ts'
import { keySet, userinfo } from './openid/userinfo.ts'
import type { ResourceName, ResourceUrls } from './resource.ts'
import {
  browserTable,
  consentTable,
  deviceTable,
  keyTable,
  onceTable,
  pushedTable,
  registrationTable,
} from './tables.ts'

interface StandardParts {
  /** The parts of the specification's authorization server, most of which this one shares. */
  readonly endpoints: EndpointParts
  readonly settings: Settings
  readonly origin: () => string
  readonly clients: Clients
  readonly box: SecretBox
  readonly outbound: Outbound
}

/** The path of the MCP server. */
export const mcpPath = '/mcp'

/** Introspection knows the tokens of both resources. */
const peekOf =
  (...kinds: readonly BearerTokens[]): BearerTokens['peek'] =>
  async token => {
    for (const kind of kinds) {
      const found = await kind.peek(token)
      if (found) return found
    }
    return null
  }

export type StandardIssuer = ReturnType<typeof createStandardIssuer>

export function createStandardIssuer({ endpoints, clients, settings, origin, box, outbound }: StandardParts) {
  const path = `${settings.authPrefix}/standard`
  const issuer = () => origin() + path
  const assistantTokens = createBearerTokens(endpoints, ofAssistants)
  const identityTokens = createBearerTokens(endpoints, ofIdentity)
  const kinds = [endpoints.bearerTokens, assistantTokens, identityTokens]
  const boundTokens = createBearerTokens(endpoints, ofKeys)
  const bound = createBoundCaller({ ...endpoints, tokens: boundTokens, origin })
  const known = { ...endpoints.bearerTokens, peek: peekOf(...kinds, boundTokens) }
  const parts: EndpointParts = { ...endpoints, issuer, bearerTokens: known, applications: clients }
  const current = { ...clients, find: clients.current }
  const urls = (): ResourceUrls => ({
    api: origin() + settings.apiPrefix,
    mcp: origin() + mcpPath,
    userinfo: `${issuer()}/userinfo`,
  })
  const keys = createSigningKeys({ ...endpoints, box })
  const browsers = createSignedInBrowsers(parts)
  const consent = createConsent({ ...parts, path: `${path}/consent` })
  const authorization = createAuthorization({ endpoints: parts, ask: consent.ask, browsers })
  const requestOf = standardRequest(urls)
  const lane = clientLane(standardAuthentication({ ...endpoints, outbound }))
  const tokens = standardTokens({ clients: lane, urls, keys, noteUse: clients.noteUse })
  const grantTypes = Object.keys(tokens.grants)
  const asking = { ...parts, applications: current }
  const redirected = redirectedChecks(urls, checkHint(keys, issuer))
  return {
    outcome: authorization.outcome,
    assistantTokens,
    bound,
    jobs: jobsOf(endpoints.store, endpoints.clock, keys),
    /** Where a client without a token learns whose tokens it needs. */
    challenged: () => `${origin()}/.well-known/oauth-protected-resource${mcpPath}`,
    /** The handlers, once sign-ins can begin. */
    handlers: (begin: SignInStart) => ({
      authorize: withPushed(
        parts,
        authorizeEndpoint(asking, begin, {
          before: beforeRedirects,
          redirected,
          attemptOf: standardAttempt(requestOf),
          silently: silently({ browsers, authorization, requestOf }),
          iss: issuer,
        }),
      ),
      push: pushEndpoint({ endpoints: asking, checks: [...beforeRedirects, ...redirected], clients: lane }),
      consent,
      device: deviceEndpoint({ endpoints: asking, clients: lane, checks: deviceChecks(urls), requestOf, origin }),
      devicePage: createDevicePage(parts, begin),
      register: registerEndpoint({ endpoints, settings }),
      token: tokenEndpoint(parts, tokens),
      revoke: revokeEndpoint(parts, lane),
      introspect: introspectEndpoint(parts, lane),
      userinfo: userinfo({ endpoints: parts, kinds, bound, path: `${path}/userinfo` }),
      keySet: keySet(keys),
      logout: createLogout({ endpoints: parts, browsers, keys, path: `${path}/logout` }),
      metadata: async () =>
        issuerMetadata({
          issuer: issuer(),
          documentation: `${origin()}/docs/how-to/standard-clients`,
          grantTypes,
          canRegister: settings.standardRegistrations > 0,
        }),
      resourceMetadata: async (name: ResourceName) => resourceMetadata(name, urls(), issuer()),
    }),
    async close(): Promise<void> {
      await Promise.all([assistantTokens, identityTokens, boundTokens].map(kind => kind.close()))
    },
  }
}

const batch = 500

const ended = [
  deleteEnded(consentTable, 'digest', 'expires', batch),
  deleteEnded(browserTable, 'digest', 'expires', batch),
  deleteEnded(keyTable, 'kid', 'ends', batch),
  deleteEnded(onceTable, 'digest', 'expires', batch),
  deleteEnded(pushedTable, 'digest', 'expires', batch),
  deleteEnded(registrationTable, 'client_id', 'expires', batch),
]

/** Later, so that a device learns that its code has expired, and a second use is still recognized. */
const endedYesterday = deleteEnded(deviceTable, 'digest', 'expires', batch)
const day = 86_400

async function removeExpired(store: Store, clock: Clock): Promise<void> {
  const now = seconds(clock)
  const queries = [
    ...ended.map(remove => remove(store.dialect, { before: now })),
    endedYesterday(store.dialect, { before: now - day }),
  ]
  for (const query of queries) while ((await store.write(tx => tx.run(query))) === batch);
}

const jobsOf = (store: Store, clock: Clock, keys: SigningKeys): readonly Job[] => [
  { name: 'cleaning up sign-ins of the standard issuer', everySeconds: 60, run: () => removeExpired(store, clock) },
  { name: 'making the next key of ID tokens', everySeconds: 3600, firstAfterSeconds: 30, run: () => keys.rotate() },
]
