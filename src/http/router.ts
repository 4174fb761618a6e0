// Finds the route of a request, and answers other methods of a path and unknown paths.
import type { IncomingMessage } from 'node:http'
import findMyWay from 'find-my-way'
import { onFirstUse } from '../base/caches/on-first-use.ts'
import { refuse } from '../base/errors.ts'
import type { Settings } from '../config/settings.ts'
import { BadRequest } from './failure.ts'
import { corsHeaders, preflightHeaders, RouteHeaders, standingHeaders } from './headers.ts'
import { type Face, type Handler, lanePrefix, type Method, type Route } from './route.ts'

/** A route with values that are computed before the first request. */
export interface ServedRoute {
  readonly route: Route
  readonly bodyLimit: number
  /** How long a client may take to receive an answer that is all in memory. */
  readonly answerMs: number
  readonly headers: RouteHeaders
  /** For requests of scripts from other origins. */
  readonly corsHeaders: RouteHeaders
}

export interface RouteMatch {
  readonly served: ServedRoute
  readonly params: Readonly<Record<string, string>>
  /** The text after `?`. */
  readonly query: string
}

export type Router = (request: IncomingMessage) => RouteMatch

/** The routes of a path by method. Answers to other methods are made on first use. */
interface PathRoutes {
  readonly taken: ReadonlyMap<string, ServedRoute>
  readonly others: () => ReadonlyMap<string, ServedRoute>
}

const everyMethod: readonly (Method | 'HEAD')[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']
const paramMaxLength = 1000

export function createRouter(routes: readonly Route[], settings: Settings, https: boolean): Router {
  const router = findMyWay({
    ignoreTrailingSlash: true,
    maxParamLength: paramMaxLength,
    querystringParser: query => query,
    onBadUrl: () => refusing(new BadRequest(400, 'The address is not a valid URL.')),
    onMaxParamLength: () => refusing(new BadRequest(414, 'A part of the address is too long.')),
  })
  // The tree has only paths, under the method GET: a tree for each method would have seven times as many entries.
  for (const [path, members] of Map.groupBy(routes, route => route.path)) {
    router.on('GET', path, () => {}, pathRoutesOf(members, settings, https))
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
    const method = request.method as string
    const found = router.find('GET', request.url as string)
    const known = found?.store as PathRoutes | null | undefined
    const served = known?.taken.get(method) ?? known?.others().get(method)
    if (served) return { served, params: found?.params as RouteMatch['params'], query: String(found?.searchParams) }
    const handler = found && !known ? found.handler(request, undefined as never, {}, null, {}) : notFound(request)
    return { served: unmatched(request, handler, settings, https), params: {}, query: '' }
  }
}

/** The message for an unknown path; it names the entity of a path such as `/api/AbEntyRead`. */
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

function pathRoutesOf(members: readonly Route[], settings: Settings, https: boolean): PathRoutes {
  const taken = new Map<string, ServedRoute>()
  for (const route of members) {
    if (taken.has(route.method)) throw new Error(`There are two routes ${route.method} ${route.path}`)
    taken.set(route.method, serve(route, standingHeaders(route.face, https), settings))
  }
  const get = taken.get('GET')
  if (get) taken.set('HEAD', get)
  return { taken, others: onFirstUse(() => otherMethods(members[0] as Route, [...taken.keys()], settings, https)) }
}

const refusing =
  (error: unknown): Handler =>
  () => {
    throw error
  }

/** OPTIONS lists the methods of the path, as CORS needs it; every other method is answered 405 before its body is read. */
function otherMethods(first: Route, taken: readonly string[], settings: Settings, https: boolean): PathRoutes['taken'] {
  const allow = [...taken, 'OPTIONS'].join(', ')
  const standing = { ...standingHeaders(first.face, https), ...(first.cors ? corsHeaders : {}), allow }
  const common: Route = { ...first, auth: 'none', body: 'none', always: true }
  const preflight: Handler = () => ({ status: 204, headers: first.cors ? preflightHeaders(allow) : {}, body: '' })
  const wrong: Handler = ({ method }) =>
    refuse('MethodNotAllowed', '', `${method} is not possible here. This path takes ${allow}.`)
  const refused = serve({ ...common, handler: wrong }, standing, settings)
  return new Map([
    ['OPTIONS', serve({ ...common, operation: 'preflight', handler: preflight }, standing, settings)],
    ...everyMethod.map((method): [string, ServedRoute] => [method, refused]),
  ])
}

/** An unknown path. Its failure has the face of the routes with the same prefix. */
function unmatched(request: IncomingMessage, handler: Handler, settings: Settings, https: boolean): ServedRoute {
  const face = faceOf(request, settings)
  const isOpen = face !== 'page' && !isWithin(lanePrefix, request)
  const standing = { ...standingHeaders(face, https), ...(isOpen ? corsHeaders : {}) }
  const common = { method: 'GET', body: 'none', auth: 'none', always: true } as const
  return serve({ ...common, path: '', face, operation: 'none', handler }, standing, settings)
}

function faceOf(request: IncomingMessage, { apiPrefix, authPrefix }: Settings): Face {
  if ([apiPrefix, lanePrefix, '/webhooks/v1'].some(prefix => isWithin(prefix, request))) return 'envelope'
  if (request.headers.accept?.includes('text/html')) return 'page'
  return isWithin(authPrefix, request) ? 'oauth' : 'plain'
}

const isWithin = (prefix: string, { url = '' }: IncomingMessage): boolean =>
  url === prefix || url.startsWith(`${prefix}/`)
