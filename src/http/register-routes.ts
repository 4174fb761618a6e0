// Gives Fastify the table of routes, and an answer for each path's other methods.
import cookie from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods, onResponseHookHandler } from 'fastify'
import { Refusal } from '../base/errors.ts'
import { acceptBodies } from './bodies.ts'
import { type EntranceParts, entrance } from './entrance.ts'
import { corsHeaders, preflightHeaders, standingHeaders } from './headers.ts'
import { type Finished, type Observers, observe } from './observe.ts'
import type { Handler, Method, Route } from './route.ts'
import { webHandler } from './web.ts'

type RouteParts = EntranceParts & Observers

const everyMethod: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

export function registerRoutes(
  app: FastifyInstance,
  routes: readonly Route[],
  parts: RouteParts,
  bodyLimit: number,
): void {
  const scopes = Map.groupBy(routes, route => `${route.body} ${route.bodyLimit ?? bodyLimit} ${route.face === 'page'}`)
  for (const members of scopes.values()) {
    app.register((scope, _options, done) => {
      const [first] = members as [Route]
      const limit = first.bodyLimit ?? bodyLimit
      acceptBodies(scope, first.body, limit)
      if (first.face === 'page') scope.register(cookie)
      for (const route of members) registerRoute(scope, route, parts, limit)
      done()
    })
  }
  for (const [path, members] of Map.groupBy(routes, route => route.path)) registerOthers(app, path, members, parts)
}

function registerRoute(scope: FastifyInstance, route: Route, parts: RouteParts, bodyLimit: number): void {
  const handler: Handler = 'web' in route ? webHandler(route.web) : route.handler
  scope.route({
    method: route.method,
    url: route.path,
    bodyLimit,
    config: { route },
    onRequest: entrance(route, parts),
    onResponse: observer(route, parts),
    handler,
  })
}

/** What Fastify knows of a request that is over. */
export const finished = (route: Route | null, request: FastifyRequest, reply: FastifyReply): Finished => ({
  route,
  id: request.id,
  method: request.method,
  caller: request.caller,
  entity: request.entity,
  outcome: request.outcome,
  status: reply.statusCode,
  ms: reply.elapsedTime,
  at: performance.now(),
})

const observer =
  (route: Route, parts: RouteParts): onResponseHookHandler =>
  (request, reply, done) => {
    observe(finished(route, request, reply), parts)
    done()
  }

/** OPTIONS says what the path takes, to browsers too; every other method is answered 405, before its body is read. */
function registerOthers(app: FastifyInstance, path: string, members: readonly Route[], parts: RouteParts): void {
  const [first] = members as [Route]
  const taken = new Set<HTTPMethods>(members.map(route => route.method))
  if (taken.has('GET')) taken.add('HEAD')
  const allow = [...taken, 'OPTIONS'].join(', ')
  const headers = { ...standingHeaders(first, parts.https), ...(first.cors ? corsHeaders : {}), allow }
  const route: Route = { ...first, auth: 'none', always: true }
  const preflight: Route = { ...route, operation: 'preflight' }
  app.route({
    method: 'OPTIONS',
    url: path,
    config: { route: preflight },
    onResponse: observer(preflight, parts),
    onRequest: (_request, reply) => {
      reply
        .code(204)
        .headers({ ...headers, ...(first.cors ? preflightHeaders(allow) : {}) })
        .send()
    },
    handler: () => {},
  })
  const others: HTTPMethods[] = everyMethod.filter(method => !taken.has(method))
  if (!taken.has('HEAD')) others.push('HEAD')
  app.route({
    method: others,
    url: path,
    config: { route },
    onResponse: observer(route, parts),
    onRequest: (request, reply, done) => {
      reply.headers({ ...headers, 'x-request-id': request.id })
      const message = `${request.method} is not possible here. This path takes ${allow}.`
      done(new Refusal([{ error: 'MethodNotAllowed', path: '', message }]))
    },
    handler: () => {},
  })
}
