// THE table of routes: everything that this server answers, in one place.
import type { Clock } from '../../base/clock.ts'
import { fixedLimits } from '../../config/limits.ts'
import { Uploads } from '../../documents/upload.ts'
import { uploadQuotaOf } from '../../documents/upload-quota.ts'
import type { OperationName } from '../../entities/entity.ts'
import { entities, schemaKind } from '../../entities/index.ts'
import type { OperationParts } from '../../envelope/run.ts'
import type { AuthorizationServer } from '../../oauth/index.ts'
import { Documents } from '../../openapi/documents.ts'
import { operationNames } from '../../operations/index.ts'
import { AnswerMemory } from '../../operations/read/answer-budget.ts'
import type { Webhooks } from '../../webhooks/index.ts'
import type { Route } from '../route.ts'
import { grantHandlers, passwordHandler, tokenQuestions } from './auth.ts'
import { type ConsoleParts, consoleLane, consoleRoutes } from './console.ts'
import { consolePages } from './console-pages.ts'
import { operation } from './data.ts'
import { type DemoParts, demoHandlers } from './demo.ts'
import { binaryDownload, binaryUpload } from './documents.ts'
import { manual } from './manual.ts'
import { openapiDocument } from './openapi.ts'
import { type ProbeParts, probes } from './probes.ts'
import { referencePages } from './reference.ts'
import { ssoRoutes } from './sso.ts'
import { systemHandlers, systemInfo, typesOfDatabase } from './system.ts'
import { webhookRoutes } from './webhooks.ts'

interface RouteParts extends ProbeParts, DemoParts, ConsoleParts {
  readonly authorization: AuthorizationServer
  readonly operations: OperationParts
  readonly webhooks: Webhooks
  readonly clock: Clock
}

const entityNames = [...entities.flatMap(({ name, aliases = [] }) => [name, ...aliases]), schemaKind]

/** Nothing that is sent to the authorization server is large. */
const bodyLimit = 64 * 1024

// How requests of a kind are asked, who may ask, and the face of their failures.
const probe = { method: 'GET', body: 'none', auth: 'none', face: 'plain', always: true } as const
const page = { method: 'GET', body: 'none', auth: 'none', face: 'page' } as const
const form = { method: 'POST', body: 'text', auth: 'none', face: 'page', bodyLimit } as const
const oauth = { method: 'POST', body: 'text', auth: 'none', face: 'oauth', cors: true, bodyLimit } as const
const metadata = { method: 'GET', body: 'none', auth: 'none', face: 'oauth', cors: true } as const
const question = { auth: 'none', face: 'envelope', cors: true } as const
const own = { auth: 'bearer', face: 'envelope', cors: true } as const

export function routeTable(parts: RouteParts): readonly Route[] {
  const api = [
    ...openapiRoutes(parts),
    ...authorizationRoutes(parts),
    ...ssoRoutes(parts),
    ...dataRoutes(parts),
    ...systemRoutes(parts),
    ...webhookRoutes(parts.webhooks, parts.operations, parts.authorization.bearerTokens),
  ]
  return [
    ...generalRoutes(parts),
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
  const document = manual()
  return [
    { ...page, path: '/docs', operation: 'docs', always: true, handler: document },
    { ...page, path: '/docs/*', operation: 'docs', always: true, handler: document },
    { ...probe, path: '/healthz', operation: 'health', handler: health },
    { ...probe, path: '/readyz', operation: 'ready', handler: ready },
    { ...probe, path: '/metrics', operation: 'metrics', handler: scrape },
  ]
}

function authorizationRoutes({ settings, authorization }: RouteParts): readonly Route[] {
  const auth = settings.authPrefix
  const wellKnown = '/.well-known/oauth-authorization-server'
  const { signIn } = authorization
  const grants = grantHandlers(authorization)
  return [
    { ...page, path: `${auth}/v1/authorize`, operation: 'authorize', handler: authorization.authorize },
    { ...oauth, path: `${auth}/v1/token`, operation: 'token', handler: authorization.token },
    { ...oauth, path: `${auth}/v1/revoke`, operation: 'revoke', handler: authorization.revoke },
    { ...oauth, path: `${auth}/v1/introspect`, operation: 'introspect', handler: authorization.introspect },
    { ...metadata, path: `${auth}${wellKnown}`, operation: 'metadata', handler: authorization.metadata },
    // RFC 8414 puts the well-known part before the issuer's own path; some clients look at the origin alone.
    { ...metadata, path: `${wellKnown}${auth}`, operation: 'metadata', handler: authorization.metadata },
    { ...metadata, path: wellKnown, operation: 'metadata', handler: authorization.metadata },

    { ...page, path: `${auth}/v1/sign-in/:attempt`, operation: 'sign-in', handler: signIn.show },
    { ...form, path: `${auth}/v1/sign-in/:attempt/:step`, operation: 'sign-in', handler: signIn.step },
    { ...page, path: `${auth}/v1/sign-in/:attempt/:step`, operation: 'sign-in', handler: signIn.reshow },
    { ...page, path: `${auth}/v1/sign-in/:attempt/sso`, operation: 'sign-in', handler: signIn.beginSso },
    { ...page, path: `${auth}/v1/sso/callback`, operation: 'sign-in', handler: signIn.endSso },
    { ...page, path: `${auth}/v1/link/:link`, operation: 'sign-in', handler: signIn.openLink },
    { ...form, path: `${auth}/v1/link/:link`, operation: 'sign-in', handler: signIn.pressLink },
    { ...page, path: `${auth}/v1/password/:link`, operation: 'sign-in', handler: signIn.openPasswordLink },
    { ...form, path: `${auth}/v1/password/:link`, operation: 'sign-in', handler: signIn.choosePassword },

    { ...own, method: 'GET', path: `${auth}/v1/grants`, body: 'none', operation: 'grants', handler: grants.list },
    {
      ...own,
      method: 'DELETE',
      path: `${auth}/v1/grants/:id`,
      body: 'none',
      operation: 'grants',
      handler: grants.revoke,
    },
    ...accountRoutes(auth, authorization),
  ]
}

/** What people do with their own accounts. */
function accountRoutes(auth: string, authorization: AuthorizationServer): readonly Route[] {
  const { browsers, forgetOne, forget } = grantHandlers(authorization)
  const change = passwordHandler(authorization)
  const posted = { ...own, method: 'POST', body: 'text', bodyLimit } as const
  return [
    { ...own, method: 'GET', path: `${auth}/v1/browsers`, body: 'none', operation: 'browsers', handler: browsers },
    {
      ...own,
      method: 'DELETE',
      path: `${auth}/v1/browsers/:id`,
      body: 'none',
      operation: 'browsers',
      handler: forgetOne,
    },
    { ...posted, path: `${auth}/v1/forget-browsers`, operation: 'forget-browsers', handler: forget },
    { ...posted, path: `${auth}/v1/password`, operation: 'password', handler: change },
  ]
}

function dataRoutes({ settings, authorization, operations, clock }: RouteParts): readonly Route[] {
  const api = settings.apiPrefix
  const token = tokenQuestions(authorization)
  const answers = new AnswerMemory(settings.answerMemory)
  const data = (name: OperationName, entity: string | null): Route => ({
    ...own,
    method: 'POST',
    path: `${api}/${entity ?? ''}${name}`,
    body: 'text',
    operation: name,
    handler: operation(name, operations, answers, entity),
  })
  return [
    // Its body is not refused when it is no JSON: whatever stands in it, the answer is HTTP 200.
    {
      ...question,
      method: 'POST',
      path: `${api}/TokenValid`,
      body: 'text',
      bodyLimit: fixedLimits.tokenValidBody,
      operation: 'TokenValid',
      handler: token.valid,
    },
    {
      ...question,
      method: 'GET',
      path: `${api}/VerifyToken`,
      body: 'none',
      operation: 'VerifyToken',
      handler: token.verify,
    },

    ...operationNames.map(name => data(name, null)),
    // `AbEntryRead` is another spelling of Read for that entity. One that the entity does not take part in is refused as Read is.
    ...entityNames.flatMap(entity => operationNames.map(name => data(name, entity))),

    {
      ...own,
      method: 'POST',
      path: `${api}/BinaryUpload`,
      body: 'stream',
      bodyLimit: settings.uploadLimit,
      operation: 'BinaryUpload',
      handler: binaryUpload(new Uploads(operations.store, uploadQuotaOf(settings)), clock),
    },
    {
      ...own,
      method: 'GET',
      path: `${api}/BinaryDownload/:key`,
      body: 'none',
      operation: 'BinaryDownload',
      handler: binaryDownload(operations.store),
    },
    {
      ...own,
      method: 'GET',
      path: `${api}/types.ts`,
      body: 'none',
      operation: 'types',
      handler: typesOfDatabase(operations),
    },
  ]
}

function openapiRoutes({ settings, operations, origin }: RouteParts): readonly Route[] {
  const documents = new Documents(() => ({ ...settings, origin: origin() }))
  const shown = referencePages(documents, settings)
  return [
    {
      method: 'GET',
      body: 'none',
      auth: 'optional',
      face: 'resource',
      cors: true,
      path: `${settings.apiPrefix}/openapi.json`,
      operation: 'openapi',
      handler: openapiDocument(documents, operations.catalogs),
    },
    { ...page, path: '/reference', operation: 'reference', always: true, handler: shown },
    { ...page, path: '/reference/*', operation: 'reference', always: true, handler: shown },
  ]
}

function systemRoutes({ settings, operations }: RouteParts): readonly Route[] {
  const asked = { method: 'POST', body: 'text', operation: 'system' } as const
  const api = settings.apiPrefix
  return [
    { ...question, ...asked, path: `${api}/GetSystemInfo`, handler: systemInfo },
    ...Object.entries(systemHandlers(operations)).map(
      ([name, handler]): Route => ({ ...own, ...asked, path: `${api}/${name}`, handler }),
    ),
  ]
}
