// The server: one Fastify application over the table of routes, which answers every failure in its route's face.
import { createServer as createHttpServer, type RequestListener, type Server, type ServerOptions } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { Refusal } from '../base/errors.ts'
import { didYouMean } from '../base/nearest.ts'
import type { Settings } from '../config/settings.ts'
import type { EntranceParts } from './entrance.ts'
import { showFailure } from './faces/index.ts'
import { failureOf } from './failure.ts'
import { corsHeaders, standingHeaders } from './headers.ts'
import { type Observers, observe } from './observe.ts'
import { quickLane } from './quick-lane.ts'
import { finished, registerRoutes } from './register-routes.ts'
import { requestIds } from './request-id.ts'
import type { Face, Route } from './route.ts'

export interface ServerParts extends EntranceParts, Observers {
  readonly settings: Settings
  readonly routes: readonly Route[]
  readonly tls: { readonly cert: Buffer; readonly key: Buffer } | null
}

export interface HttpServer {
  readonly fastify: FastifyInstance
  /** Gives the addresses at which it listens. */
  listen(): Promise<readonly string[]>
  /** Takes no new connections, lets requests in flight finish, and ends those that take longer than the drain timeout. */
  close(): Promise<void>
}

export function createServer(parts: ServerParts): HttpServer {
  const { settings, routes, log, tls } = parts
  const servers: Server[] = []
  const options: ServerOptions = {
    maxHeaderSize: settings.headerLimit,
    headersTimeout: settings.headerTimeout * 1000,
    requestTimeout: Math.max(settings.requestTimeout, settings.headerTimeout) * 1000,
    keepAliveTimeout: settings.keepAliveTimeout * 1000,
    connectionsCheckingInterval: 5000,
    noDelay: true,
  }
  const ids = requestIds()
  let draining = false
  const enterLane = quickLane({
    ...parts,
    bodyLimit: settings.bodyLimit,
    open: () => !draining && parts.ready(),
    requestId: ids,
    bearer: parts.bearer,
    behindProxy: settings.trustedProxy !== null,
  })
  const fastify = Fastify({
    logger: false,
    genReqId: request => ids(request),
    requestIdHeader: false,
    trustProxy: settings.trustedProxy ?? false,
    bodyLimit: settings.bodyLimit,
    // Requests that still arrive on open connections while we drain are answered, with Connection: close.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 1000, ignoreTrailingSlash: true },
    frameworkErrors: (error, request, reply) => fail(error, request, reply),
    serverFactory: handler => {
      const handle: RequestListener = (request, response) => {
        if (!enterLane(request, response)) handler(request, response)
      }
      const server = (
        tls ? createHttpsServer({ ...options, ...tls }, handle) : createHttpServer(options, handle)
      ) as Server
      servers.push(server)
      return server
    },
  })
  fastify.decorateRequest('caller', null)
  fastify.decorateRequest('entity', '')
  fastify.decorateRequest('outcome', null)
  fastify.setErrorHandler((error, request, reply) => fail(error, request, reply))
  fastify.setNotFoundHandler((request, reply) => {
    const message = `There is nothing at this path.${didYouMean(
      pathOf(request),
      routes.map(route => route.path),
    )}`
    reply.raw.once('finish', () => observe(finished(null, request, reply), parts))
    return fail(new Refusal([{ error: 'NotFound', path: '', message }]), request, reply)
  })
  registerRoutes(fastify, routes, parts, settings.bodyLimit)

  function fail(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const route = request.routeOptions?.config.route
    const face = route?.face ?? faceOf(request, settings)
    const failure = failureOf(error, request.id)
    request.outcome = failure.outcome
    if (failure.fault) log.error('request failed', { id: request.id, route: route?.path ?? '', error: error as Error })
    if (!route)
      reply.headers({
        ...standingHeaders({ face }, parts.https),
        ...(face === 'page' ? {} : corsHeaders),
        'x-request-id': request.id,
      })
    // What is left of an oversized body is not worth reading.
    if (failure.status === 413) reply.header('connection', 'close')
    const answer = showFailure(face, failure)
    return reply.code(answer.status).headers(answer.headers).send(answer.body)
  }

  return {
    fastify,
    listen: async () => {
      await fastify.listen({ host: settings.host, port: settings.port })
      return fastify.addresses().map(boundAddress)
    },
    close: () => {
      draining = true
      return drain(fastify, servers, settings.drainTimeout * 1000)
    },
  }
}

/** How Fastify tells where it listens: a path only for a pipe, which no setting can ask for. */
function boundAddress(bound: string | AddressInfo): string {
  if (typeof bound === 'string') return bound
  return `${bound.family === 'IPv6' ? `[${bound.address}]` : bound.address}:${bound.port}`
}

async function drain(fastify: FastifyInstance, servers: readonly Server[], timeoutMs: number): Promise<void> {
  // A kept-alive connection becomes idle when its last request is answered; it is closed then, not after its timeout.
  const reap = setInterval(() => servers.forEach(server => void server.closeIdleConnections()), 20)
  const force = setTimeout(() => servers.forEach(server => void server.closeAllConnections()), timeoutMs)
  try {
    await fastify.close()
  } finally {
    clearInterval(reap)
    clearTimeout(force)
  }
}

const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0] as string

/** The face of a path that no route has: by the part of the service that it seems to be meant for. */
function faceOf(request: FastifyRequest, { apiPrefix, authPrefix }: Settings): Face {
  const within = (prefix: string) => request.url === prefix || request.url.startsWith(`${prefix}/`)
  if (within(apiPrefix)) return 'envelope'
  if (request.headers.accept?.includes('text/html')) return 'page'
  return within(authPrefix) ? 'oauth' : 'plain'
}
