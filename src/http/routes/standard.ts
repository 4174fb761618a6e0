// Declares the routes of the standard issuer, which exist only when the setting standard-lane says so.
import { version } from '../../base/version.ts'
import type { Settings } from '../../config/settings.ts'
import type { OperationParts } from '../../envelope/run.ts'
import { createMcp } from '../../mcp/index.ts'
import { mcpPath, type StandardIssuer } from '../../standard/index.ts'
import type { Route } from '../route.ts'

export interface StandardRouteParts {
  readonly settings: Settings
  readonly standard: ReturnType<StandardIssuer['handlers']>
  readonly operations: OperationParts
  readonly onFault: (error: unknown) => void
}

/** Nothing that is sent to an issuer is large. */
const bodyLimit = 64 * 1024

const page = { method: 'GET', body: 'none', auth: 'none', face: 'page', operation: 'sign-in' } as const
const form = { method: 'POST', body: 'text', auth: 'none', face: 'page', operation: 'sign-in', bodyLimit } as const
const client = {
  method: 'POST',
  body: 'text',
  auth: 'none',
  face: 'oauth',
  cors: true,
  bodyLimit,
  secret: true,
} as const
const metadata = {
  method: 'GET',
  body: 'none',
  auth: 'none',
  face: 'oauth',
  cors: true,
  operation: 'metadata',
} as const

export function standardRoutes({ settings, standard, operations, onFault }: StandardRouteParts): readonly Route[] {
  if (settings.standardLane === 'off') return []
  const path = `${settings.authPrefix}/standard`
  const { consent } = standard
  const ofResource = '/.well-known/oauth-protected-resource'
  return [
    { ...page, path: `${path}/authorize`, operation: 'authorize', handler: standard.authorize },
    { ...page, path: `${path}/consent/:consent`, handler: consent.show },
    { ...form, path: `${path}/consent/:consent/:step`, handler: consent.answer },
    { ...client, path: `${path}/token`, operation: 'token', handler: standard.token },
    { ...client, path: `${path}/revoke`, operation: 'revoke', handler: standard.revoke },
    { ...client, path: `${path}/introspect`, operation: 'introspect', handler: standard.introspect },
    // RFC 8414 puts the well-known part before the path of the issuer; some clients put it behind.
    { ...metadata, path: `/.well-known/oauth-authorization-server${path}`, handler: standard.metadata },
    { ...metadata, path: `${path}/.well-known/oauth-authorization-server`, handler: standard.metadata },
    {
      ...metadata,
      path: `${ofResource}${settings.apiPrefix}`,
      handler: () => standard.resourceMetadata('api'),
    },
    { ...metadata, path: `${ofResource}${mcpPath}`, handler: () => standard.resourceMetadata('mcp') },
    {
      ...{ method: 'POST', path: mcpPath, body: 'text', auth: 'assistant', face: 'resource', cors: true },
      operation: 'mcp',
      handler: createMcp({ operations, version, onFault }),
    },
  ]
}
