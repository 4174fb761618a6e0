// Assembles the standard issuer: a second authorization server, for clients that follow the standards of today.
import { type Clock, seconds } from '../base/clock.ts'
import type { Job } from '../base/scheduling/jobs.ts'
import type { Settings } from '../config/settings.ts'
import { authorizeEndpoint } from '../oauth/authorize/endpoint.ts'
import type { EndpointParts } from '../oauth/endpoint-parts.ts'
import { introspectEndpoint } from '../oauth/endpoints/introspect.ts'
import { revokeEndpoint } from '../oauth/endpoints/revoke.ts'
import { tokenEndpoint } from '../oauth/token/endpoint.ts'
import { type BearerTokens, createBearerTokens, ofAssistants } from '../oauth/tokens/bearer-tokens.ts'
import type { SignInOutcome, SignInStart } from '../sign-in/attempt.ts'
import { deleteEnded } from '../storage/schema/table-statements.ts'
import type { Store } from '../storage/store.ts'
import { standardAttempt, standardOutcome } from './authorize.ts'
import { beforeRedirects, redirectedChecks } from './check-request.ts'
import type { Clients } from './client-documents.ts'
import { createConsent } from './consent.ts'
import type { ResourceName, ResourceUrls } from './facts.ts'
import { issuerMetadata, resourceMetadata } from './metadata.ts'
import { consentTable } from './tables.ts'
import { standardClients, standardTokens } from './token.ts'

interface StandardParts {
  /** The parts of the specification's authorization server, most of which this one shares. */
  readonly endpoints: EndpointParts
  readonly settings: Pick<Settings, 'apiPrefix' | 'authPrefix'>
  readonly origin: () => string
  readonly clients: Clients
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

export function createStandardIssuer({ endpoints, clients, settings, origin }: StandardParts) {
  const path = `${settings.authPrefix}/standard`
  const issuer = () => origin() + path
  const assistantTokens = createBearerTokens(endpoints, ofAssistants)
  const known = { ...endpoints.bearerTokens, peek: peekOf(endpoints.bearerTokens, assistantTokens) }
  const parts: EndpointParts = { ...endpoints, issuer, bearerTokens: known, applications: clients }
  const current = { ...clients, find: clients.current }
  const urls = (): ResourceUrls => ({ api: origin() + settings.apiPrefix, mcp: origin() + mcpPath })
  const consent = createConsent({ ...parts, path: `${path}/consent` })
  const outcome: SignInOutcome = standardOutcome(parts, consent.ask)
  return {
    outcome,
    assistantTokens,
    /** Where a client without a token learns whose tokens it needs. */
    challenged: () => `${origin()}/.well-known/oauth-protected-resource${mcpPath}`,
    /** The handlers, once sign-ins can begin. */
    handlers: (begin: SignInStart) => ({
      authorize: authorizeEndpoint({ ...parts, applications: current }, begin, {
        before: beforeRedirects,
        redirected: redirectedChecks(urls),
        attemptOf: standardAttempt(urls),
        iss: issuer,
      }),
      consent,
      token: tokenEndpoint(parts, standardTokens(urls)),
      revoke: revokeEndpoint(parts, standardClients),
      introspect: introspectEndpoint(parts, standardClients),
      metadata: async () => issuerMetadata(issuer(), `${origin()}/docs/how-to/standard-clients`),
      resourceMetadata: async (name: ResourceName) => resourceMetadata(name, urls(), issuer()),
    }),
  }
}

const batch = 500

const removeConsents = deleteEnded(consentTable, 'digest', 'expires', batch)

async function removeExpired(store: Store, clock: Clock): Promise<void> {
  const query = removeConsents(store.dialect, { before: seconds(clock) })
  for (;;) {
    const removed = await store.write(tx => tx.run(query))
    if (removed < batch) return
  }
}

export const standardJobs = (store: Store, clock: Clock): readonly Job[] => [
  { name: 'cleaning up consents', everySeconds: 60, run: () => removeExpired(store, clock) },
]
