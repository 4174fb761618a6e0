// Finds the route of a request, and has an answer for the other methods of a path and for unknown paths.
import type { IncomingMessage } from 'node:http'
import findMyWay, { type HTTPMethod } from 'find-my-way'
import { refuse } from '../base/errors.ts'
import type { Settings } from '../config/settings.ts'
import { BadRequest } from './failure.ts'
import { corsHeaders, preflightHeaders, RouteHeaders, standingHeaders } from './headers.ts'
import { type Face, type Handler, lanePrefix, type Method, type Route } from './route.ts'

/** A route with what can be worked out before the first request. */
export interface ServedRoute {
  readonly route: Route
  readonly bodyLimit: number
  /** How long a client may take to take an answer that is all in memory. */
  readonly answerMs: number
  readonly headers: RouteHeaders
  /** For requests of scripts from other origins. */
  readonly corsHeaders: RouteHeaders
}

export interface Found {
  readonly served: ServedRoute
  readonly params: Readonly<Record<string, string>>
  /** The text after `?`. */
  readonly query: string
}

export type Router = (request: IncomingMessage) => Found

const everyMethod: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const paramMaxLength = 1000

export function createRouter(routes: readonly Route[], settings: Settings, https: boolean): Router {
  const router = findMyWay({
    ignoreTrailingSlash: true,
    maxParamLength: paramMaxLength,
    querystringParser: query => query,
    onBadUrl: () => refusing(new BadRequest(400, 'The address is not a valid URL.')),
    onMaxParamLength: () => refusing(new BadRequest(414, 'A part of the address is too long.')),
  })
  const add = (method: HTTPMethod, path: string, served: ServedRoute) => router.on(method, path, () => {}, served)
  for (const route of routes) {
    const served = serve(route, standingHeaders(route.face, https), settings)
    add(route.method, route.path, served)
    if (route.method === 'GET') add('HEAD', route.path, served)
  }
  for (const [path, members] of Map.groupBy(routes, route => route.path)) {
    for (const [method, other] of otherMethods(members, settings, https)) add(method, path, other)
  }
  const paths = routes.map(route => route.path)
  const inApi = routes.filter(route => route.path.startsWith(`${settings.apiPrefix}/`))
  const operations = [...new Set(inApi.map(route => route.operation))].join(', ')
  const notFound =
    ({ url = '' }: IncomingMessage): Handler =>
    () =>
      refuse('NotFound', '', suggest => {
        const path = url.split('?', 1)[0] as string
        const there = path.startsWith(`${settings.apiPrefix}/`) ? ` The operations are ${operations}.` : ''
        return `${missing(path, inApi)}${suggest(path, paths)}${there}`
      })
  return request => {
    const found = router.find(request.method as HTTPMethod, request.url as string)
    if (found?.store)
      return { served: found.store, params: found.params as Found['params'], query: String(found.searchParams) }
    const handler = found ? found.handler(request, undefined as never, {}, null, {}) : notFound(request)
    return { served: unmatched(request, handler, settings, https), params: {}, query: '' }
  }
}

/** What there is not: the entity of a path such as `/api/AbEntyRead`, or anything else. */
function missing(path: string, inApi: readonly Route[]): string {
  const [, name = ''] = /\/(\w+)$/.exec(path) ?? []
  const operation = inApi.find(route => route.path.endsWith(`/${route.operation}`) && name.endsWith(route.operation))
  const entity = operation === undefined ? '' : name.slice(0, -operation.operation.length)
  return entity === '' ? 'There is nothing at this path.' : `There is no entity ${entity}.`
}

function serve(route: Route, standing: Record<string, string>, settings: Settings): ServedRoute {
  const headers = new RouteHeaders(standing)
  const cors = route.cors ? new RouteHeaders({ ...standing, ...corsHeaders }) : headers
  const { bodyLimit = settings.bodyLimit } = route
  return { route, bodyLimit, answerMs: settings.requestTimeout * 1000, headers, corsHeaders: cors }
}

const refusing =
  (error: unknown): Handler =>
  () => {
    throw error
  }

/** OPTIONS says what the path takes, to browsers too; every other method is answered 405, before its body is read. */
function otherMethods(members: readonly Route[], settings: Settings, https: boolean): [HTTPMethod, ServedRoute][] {
  const [first] = members as [Route]
  const taken = new Set<HTTPMethod>(members.map(route => route.method))
  if (taken.has('GET')) taken.add('HEAD')
  const allow = [...taken, 'OPTIONS'].join(', ')
  const standing = { ...standingHeaders(first.face, https), ...(first.cors ? corsHeaders : {}), allow }
  const common: Route = { ...first, auth: 'none', body: 'none', always: true }
  const preflight: Handler = () => ({ status: 204, headers: first.cors ? preflightHeaders(allow) : {}, body: '' })
  const wrong: Handler = ({ method }) =>
    refuse('MethodNotAllowed', '', `${method} is not possible here. This path takes ${allow}.`)
  const others: HTTPMethod[] = [...everyMethod, 'HEAD' as const].filter(method => !taken.has(method))
  const refused = serve({ ...common, handler: wrong }, standing, settings)
  return [
    ['OPTIONS', serve({ ...common, operation: 'preflight', handler: preflight }, standing, settings)],
    ...others.map((method): [HTTPMethod, ServedRoute] => [method, refused]),
  ]
}

/** A path that no route has. Its face is that of the part of the service which it seems to be meant for. */
function unmatched(request: IncomingMessage, handler: Handler, settings: Settings, https: boolean): ServedRoute {
  const face = faceOf(request, settings)
  const isOpen = face !== 'page' && !isWithin(lanePrefix, request)
  const standing = { ...standingHeaders(face, https), ...(isOpen ? corsHeaders : {}) }
  const common = { method: 'GET', body: 'none', auth: 'none', always: true } as const
  return serve({ ...common, path: '', face, operation: 'none', handler }, standing, settings)
}

function faceOf(request: IncomingMessage, { apiPrefix, authPrefix }: Settings): Face {
  if (isWithin(apiPrefix, request) || isWithin(lanePrefix, request)) return 'envelope'
  if (request.headers.accept?.includes('text/html')) return 'page'
  return isWithin(authPrefix, request) ? 'oauth' : 'plain'
}

const isWithin = (prefix: string, { url = '' }: IncomingMessage): boolean =>
  url === prefix || url.startsWith(`${prefix}/`)
