// Declares the routes of the standard issuer, which exist only when the setting standard-lane says so.
import { version } from '../../base/version.ts'
import type { WebHandler } from '../../base/web.ts'
import type { Settings } from '../../config/settings.ts'
import type { OperationParts } from '../../envelope/run.ts'
import { createMcp } from '../../mcp/index.ts'
import { devicePath } from '../../standard/grants/device.ts'
import { withQuery } from '../../standard/grants/pushed.ts'
import { mcpPath, type StandardIssuer } from '../../standard/index.ts'
import type { Route } from '../route.ts'
import { form, metadata, oauth, page } from './kinds.ts'

export interface StandardRouteParts {
  readonly settings: Settings
  readonly standard: ReturnType<StandardIssuer['handlers']>
  readonly operations: OperationParts
  /** The public origin. */
  readonly origin: () => string
  readonly onFault: (error: unknown) => void
}

export function standardRoutes({
  settings,
  standard,
  operations,
  origin,
  onFault,
}: StandardRouteParts): readonly Route[] {
  if (settings.standardLane === 'off') return []
  const path = `${settings.authPrefix}/standard`
  const { consent, logout } = standard
  const byForm: WebHandler = request => standard.authorize(withQuery(request, request.body))
  const discovery = ['oauth-authorization-server', 'openid-configuration']
  const ofResource = '/.well-known/oauth-protected-resource'
  return [
    { ...page, path: `${path}/authorize`, operation: 'authorize', handler: standard.authorize },
    // OpenID Connect Core 3.1.2.1: the request may come as a form.
    { ...form, path: `${path}/authorize`, operation: 'authorize', handler: byForm },
    { ...page, path: `${path}/consent/:consent`, operation: 'sign-in', handler: consent.show },
    { ...form, path: `${path}/consent/:consent/:step`, operation: 'sign-in', handler: consent.answer },
    { ...oauth, path: `${path}/token`, operation: 'token', handler: standard.token },
    { ...oauth, path: `${path}/device_authorization`, operation: 'device', handler: standard.device },
    { ...page, path: devicePath, operation: 'sign-in', handler: standard.devicePage.show },
    { ...form, path: devicePath, operation: 'sign-in', handler: standard.devicePage.answer },
    { ...oauth, path: `${path}/par`, operation: 'authorize', handler: standard.push },
    ...(settings.standardRegistrations > 0
      ? [{ ...oauth, path: `${path}/register`, operation: 'register-client', handler: standard.register }]
      : []),
    { ...oauth, path: `${path}/revoke`, operation: 'revoke', handler: standard.revoke },
    { ...oauth, path: `${path}/introspect`, operation: 'introspect', handler: standard.introspect },
    { ...metadata, path: `${path}/userinfo`, operation: 'userinfo', handler: standard.userinfo },
    { ...oauth, path: `${path}/userinfo`, operation: 'userinfo', handler: standard.userinfo },
    { ...metadata, path: `${path}/jwks`, handler: standard.keySet },
    { ...page, path: `${path}/logout`, operation: 'sign-in', handler: logout.show },
    { ...form, path: `${path}/logout`, operation: 'sign-in', handler: logout.post },
    { ...form, path: `${path}/logout/confirm`, operation: 'sign-in', handler: logout.confirm },
    // RFC 8414 puts the well-known part before the path of the issuer, OpenID Connect behind it; clients look at either.
    ...discovery.flatMap(name => [
      { ...metadata, path: `/.well-known/${name}${path}`, handler: standard.metadata },
      { ...metadata, path: `${path}/.well-known/${name}`, handler: standard.metadata },
    ]),
    {
      ...metadata,
      path: `${ofResource}${settings.apiPrefix}`,
      handler: () => standard.resourceMetadata('api'),
    },
    { ...metadata, path: `${ofResource}${mcpPath}`, handler: () => standard.resourceMetadata('mcp') },
    {
      ...{ method: 'POST', path: mcpPath, body: 'text', auth: 'assistant', face: 'resource', cors: true },
      operation: 'mcp',
      handler: createMcp({ operations, version, origin, onFault }),
    },
  ]
}
