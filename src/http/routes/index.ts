// THE table of routes: everything that this server answers, in one place.
import type { Clock } from '../../base/clock.ts'
import { fixedLimits } from '../../config/limits.ts'
import { Uploads } from '../../documents/upload.ts'
import { uploadQuotaOf } from '../../documents/upload-quota.ts'
import type { ApiOperation } from '../../entities/entity.ts'
import { entities, schemaKind } from '../../entities/index.ts'
import type { OperationParts } from '../../envelope/run.ts'
import type { ImportRoom } from '../../import/index.ts'
import type { AuthorizationServer } from '../../oauth/index.ts'
import { Documents } from '../../openapi/documents.ts'
import { furtherOperationNames, operationNames } from '../../operations/index.ts'
import { AnswerMemory } from '../../operations/read/answer-budget.ts'
import type { ChangeOwnPassword } from '../../sessions/own-password.ts'
import type { OwnProfile } from '../../sessions/own-profile.ts'
import type { SignIn } from '../../sign-in/sign-in.ts'
import type { Webhooks } from '../../webhooks/index.ts'
import type { HandedWrites } from '../handed-writes.ts'
import type { Handler, Route } from '../route.ts'
import { grantHandlers, passwordHandler, profileHandlers, tokenQuestions } from './auth.ts'
import { type CalendarRouteParts, calendarRoutes } from './calendar.ts'
import { type ConsoleParts, consoleLane, consoleRoutes } from './console.ts'
import { consolePages } from './console-pages.ts'
import { operation } from './data.ts'
import { type DemoParts, demoHandlers } from './demo.ts'
import { binaryDownload, binaryUpload } from './documents.ts'
import { exportHandlers } from './export.ts'
import { type FactorRouteParts, factorRoutes } from './factors.ts'
import { importRoutes } from './imports.ts'
import { type InvitationRouteParts, invitationRoutes } from './invitations.ts'
import { bodyLimit, form, metadata, oauth, page } from './kinds.ts'
import { manual } from './manual.ts'
import { openapiDocument } from './openapi.ts'
import { type PictureRouteParts, pictureRoutes } from './pictures.ts'
import { type ProbeParts, probes } from './probes.ts'
import { referencePages } from './reference.ts'
import { type ScimRouteParts, scimRoutes } from './scim.ts'
import { type ScimSetupParts, scimSetupRoutes } from './scim-setup.ts'
import { type SsoRouteParts, ssoRoutes } from './sso.ts'
import { type StandardRouteParts, standardRoutes } from './standard.ts'
import { authenticate, systemHandlers, systemInfo, typesOfDatabase } from './system.ts'
import { type UnsubscribeRouteParts, unsubscribeRoutes } from './unsubscribe.ts'
import { webhookRoutes } from './webhooks.ts'

interface RouteParts
  extends ProbeParts,
    DemoParts,
    ConsoleParts,
    SsoRouteParts,
    ScimRouteParts,
    ScimSetupParts,
    InvitationRouteParts,
    StandardRouteParts,
    FactorRouteParts,
    CalendarRouteParts,
    PictureRouteParts,
    UnsubscribeRouteParts {
  readonly authorization: AuthorizationServer
  readonly signIn: SignIn
  readonly changeOwnPassword: ChangeOwnPassword
  readonly ownProfile: OwnProfile
  readonly operations: OperationParts
  readonly handedWrites: HandedWrites | null
  readonly webhooks: Webhooks
  readonly imports: ImportRoom
  readonly clock: Clock
}

const entityNames = [...entities.flatMap(({ name, aliases = [] }) => [name, ...aliases]), schemaKind]

// The request form, the access and the face of failures of each kind of route.
const probe = { method: 'GET', body: 'none', auth: 'none', face: 'plain', always: true } as const
const own = { auth: 'bearer', face: 'envelope', cors: true } as const

const read = (path: string, operation: string, handler: Handler): Route => {
  return { ...own, method: 'GET', path, body: 'none', operation, handler }
}
const remove = (path: string, operation: string, handler: Handler): Route => {
  return { ...own, method: 'DELETE', path, body: 'none', operation, handler }
}
const post = (path: string, operation: string, handler: Handler): Route => {
  return { ...own, method: 'POST', path, body: 'text', operation, handler }
}

export function routeTable(parts: RouteParts): readonly Route[] {
  const api: readonly Route[] = [
    ...openapiRoutes(parts),
    ...authorizationRoutes(parts),
    ...ssoRoutes(parts),
    ...scimSetupRoutes(parts),
    ...invitationRoutes(parts),
    ...factorRoutes(parts),
    ...calendarRoutes(parts),
    ...pictureRoutes(parts),
    ...unsubscribeRoutes(parts),
    ...dataRoutes(parts),
    ...systemRoutes(parts),
    ...webhookRoutes(parts.webhooks, parts.operations, parts.authorization.bearerTokens),
    ...exportRoutes(parts),
    ...importRoutes(parts.imports, parts.operations),
  ]
  return [
    ...generalRoutes(parts),
    ...standardRoutes(parts),
    ...scimRoutes(parts),
    ...api,
    ...consolePages(parts),
    ...consoleRoutes(parts),
    ...consoleLane(api, parts.settings),
    ...(parts.settings.demo ? demoRoutes(parts) : []),
  ]
}

function demoRoutes(parts: DemoParts): readonly Route[] {
  const { signIn, callback, openConsole } = demoHandlers(parts)
  return [
    { ...page, path: '/demo/sign-in', operation: 'demo', handler: signIn },
    { ...page, path: '/demo/callback', operation: 'demo', handler: callback },
    { ...form, path: '/demo/console', operation: 'demo', handler: openConsole },
  ]
}

function generalRoutes(parts: RouteParts): readonly Route[] {
  const { health, ready, scrape } = probes(parts)
  const document = manual(parts.origin)
  return [
    { ...page, path: '/docs', operation: 'docs', always: true, handler: document },
    { ...page, path: '/docs/*', operation: 'docs', always: true, handler: document },
    { ...probe, path: '/healthz', operation: 'health', handler: health },
    { ...probe, path: '/readyz', operation: 'ready', handler: ready },
    { ...probe, path: '/metrics', operation: 'metrics', handler: scrape },
  ]
}

function authorizationRoutes(parts: RouteParts): readonly Route[] {
  const { authorization, signIn } = parts
  const auth = parts.settings.authPrefix
  const wellKnown = '/.well-known/oauth-authorization-server'
  const { list, revoke } = grantHandlers(parts)
  return [
    { ...page, path: `${auth}/v1/authorize`, operation: 'authorize', handler: authorization.authorize },
    { ...oauth, path: `${auth}/v1/token`, operation: 'token', handler: authorization.token },
    { ...oauth, path: `${auth}/v1/revoke`, operation: 'revoke', handler: authorization.revoke },
    { ...oauth, path: `${auth}/v1/introspect`, operation: 'introspect', handler: authorization.introspect },
    { ...metadata, path: `${auth}${wellKnown}`, handler: authorization.metadata },
    // RFC 8414 puts the well-known part before the issuer's own path; some clients look at the origin alone.
    { ...metadata, path: `${wellKnown}${auth}`, handler: authorization.metadata },
    { ...metadata, path: wellKnown, handler: authorization.metadata },

    { ...page, path: `${auth}/v1/sign-in/:attempt`, operation: 'sign-in', handler: signIn.show },
    { ...form, path: `${auth}/v1/sign-in/:attempt/:step`, operation: 'sign-in', handler: signIn.step },
    { ...page, path: `${auth}/v1/sign-in/:attempt/:step`, operation: 'sign-in', handler: signIn.reshow },
    { ...page, path: `${auth}/v1/sign-in/:attempt/sso`, operation: 'sign-in', handler: signIn.beginSso },
    { ...page, path: `${auth}/v1/sso/callback`, operation: 'sign-in', handler: signIn.endSso },
    { ...page, path: `${auth}/v1/link/:link`, operation: 'sign-in', handler: signIn.openLink },
    { ...form, path: `${auth}/v1/link/:link`, operation: 'sign-in', handler: signIn.pressLink },
    { ...page, path: `${auth}/v1/password/:link`, operation: 'sign-in', handler: signIn.openPasswordLink },
    { ...form, path: `${auth}/v1/password/:link`, operation: 'sign-in', handler: signIn.choosePassword },
    { ...form, path: `${auth}/v1/password/:link/passkey`, operation: 'sign-in', handler: signIn.choosePasskey },
    { ...form, path: `${auth}/v1/password/:link/sso`, operation: 'sign-in', handler: signIn.goOnBySso },

    read(`${auth}/v1/grants`, 'grants', list),
    remove(`${auth}/v1/grants/:id`, 'grants', revoke),
    ...accountRoutes(parts),
  ]
}

/** The routes by which people manage their own accounts. */
function accountRoutes(parts: RouteParts): readonly Route[] {
  const auth = parts.settings.authPrefix
  const { browsers, forgetOne, forget } = grantHandlers(parts)
  const change = passwordHandler(parts)
  const profile = profileHandlers(parts)
  return [
    read(`${auth}/v1/profile`, 'profile', profile.read),
    { ...post(`${auth}/v1/profile`, 'profile', profile.change), method: 'PATCH', bodyLimit },
    read(`${auth}/v1/browsers`, 'browsers', browsers),
    remove(`${auth}/v1/browsers/:id`, 'browsers', forgetOne),
    { ...post(`${auth}/v1/forget-browsers`, 'forget-browsers', forget), bodyLimit },
    { ...post(`${auth}/v1/password`, 'password', change), bodyLimit, secret: true },
  ]
}

function dataRoutes({ settings, authorization, operations, handedWrites, clock }: RouteParts): readonly Route[] {
  const api = settings.apiPrefix
  const token = tokenQuestions(authorization)
  const answers = new AnswerMemory(settings.answerMemory)
  const uploads = new Uploads(operations.store, uploadQuotaOf(settings))
  const data = { operations, answers, handedWrites }
  const dataRoute = (name: ApiOperation, entity: string | null): Route =>
    post(`${api}/${entity ?? ''}${name}`, name, operation(name, data, entity))
  return [
    // A body that is not JSON is no reason to refuse it: the answer is always HTTP 200.
    {
      ...post(`${api}/TokenValid`, 'TokenValid', token.valid),
      auth: 'none',
      secret: true,
      bodyLimit: fixedLimits.tokenValidBody,
    },
    { ...read(`${api}/VerifyToken`, 'VerifyToken', token.verify), auth: 'none', secret: true },

    ...[...operationNames, ...furtherOperationNames].map(name => dataRoute(name, null)),
    // `AbEntryRead` is another spelling of Read for that entity. An operation that the entity lacks is refused as in Read.
    ...entityNames.flatMap(entity => operationNames.map(name => dataRoute(name, entity))),

    {
      ...post(`${api}/BinaryUpload`, 'BinaryUpload', binaryUpload(uploads, clock)),
      body: 'stream',
      bodyLimit: settings.uploadLimit,
    },
    read(`${api}/BinaryDownload/:key`, 'BinaryDownload', binaryDownload(operations.store)),
    read(`${api}/types.ts`, 'types', typesOfDatabase(operations)),
  ]
}

function exportRoutes({ operations, webhooks }: RouteParts): readonly Route[] {
  const { records, person } = exportHandlers(operations, webhooks.feed)
  return [
    { ...post('/export/v1', 'export', records), face: 'resource' },
    { ...post('/export/v1/person', 'export-person', person), face: 'resource', bodyLimit },
  ]
}

function openapiRoutes({ settings, operations, origin }: RouteParts): readonly Route[] {
  const { standardLane, standardRegistrations } = settings
  const standard = standardLane === 'off' ? null : { canRegister: standardRegistrations > 0 }
  const documents = new Documents(() => ({ ...settings, origin: origin(), standard }))
  const shown = referencePages(documents, settings)
  return [
    {
      ...read(`${settings.apiPrefix}/openapi.json`, 'openapi', openapiDocument(documents, operations.catalogs)),
      auth: 'optional',
      face: 'resource',
    },
    { ...page, path: '/reference', operation: 'reference', always: true, handler: shown },
    { ...page, path: '/reference/*', operation: 'reference', always: true, handler: shown },
  ]
}

function systemRoutes({ settings, operations }: RouteParts): readonly Route[] {
  const api = settings.apiPrefix
  return [
    { ...post(`${api}/GetSystemInfo`, 'system', systemInfo), auth: 'none' },
    { ...post(`${api}/Authenticate`, 'system', authenticate), auth: 'none', secret: true, bodyLimit },
    ...Object.entries(systemHandlers(operations)).map(([name, handler]) => post(`${api}/${name}`, 'system', handler)),
  ]
}
