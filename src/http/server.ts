// Serves the table of routes over HTTP or HTTPS: limits, timeouts, connections, and the drain at the end.
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { Server as NetServer, type Socket } from 'node:net'
import type { Settings } from '../config/settings.ts'
import { TextBodies } from './bodies.ts'
import { clientOf } from './client.ts'
import { listenAt } from './listen.ts'
import { watchLoop } from './loop-watch.ts'
import { createPipeline, type PipelineParts } from './pipeline.ts'
import { RateLimits } from './rate-limits.ts'
import { requestIds } from './request-id.ts'
import type { Route } from './route.ts'
import { createRouter } from './router.ts'
import { TurnLimit } from './turn-limit.ts'

interface ServerParts
  extends Pick<
    PipelineParts,
    | 'log'
    | 'metrics'
    | 'journal'
    | 'ready'
    | 'bearer'
    | 'session'
    | 'assistant'
    | 'provider'
    | 'bearerChanges'
    | 'interceptor'
  > {
  readonly settings: Settings
  readonly routes: readonly Route[]
  /** Clients reach us by https: at this server, or at a proxy before it. */
  readonly https: boolean
  /** Other workers that count requests for the same limits. */
  readonly rates?: ConstructorParameters<typeof RateLimits>[1]
  readonly tls: { readonly cert: Buffer; readonly key: Buffer } | null
}

interface HttpServer {
  /** Returns the addresses at which it listens; all have the same port. */
  listen(): Promise<readonly string[]>
  /** Serves connections that another process accepts; the function returns false when there is no room for one. */
  takeConnections(): (connection: Socket) => boolean
  /**
   * Takes no new connections, lets requests in flight finish, and ends those that take longer than the drain timeout. When
   * the server was replaced, idle connections are closed after their next request, or at the end of half the drain timeout:
   * a client may be about to use them.
   */
  close(replaced?: boolean): Promise<void>
}

export function createServer(parts: ServerParts): HttpServer {
  const { settings, routes, https, tls } = parts
  const servers: DrainedServer[] = []
  const options = serverOptions(settings)
  const bodies = new TextBodies(settings.bodyTimeout * 1000)
  let draining = false
  let stopWatching = () => {}
  const pipeline = createPipeline({
    ...parts,
    route: createRouter(routes, settings, https),
    requestId: requestIds(),
    clientOf: clientOf(settings.trustedProxy),
    bodies,
    turnLimit: new TurnLimit(settings.overloadTurn),
    rateLimits: new RateLimits(settings, parts.rates),
    draining: () => draining,
  })
  const listener: RequestListener = (request, response) =>
    isSound(request) ? pipeline(request, response) : refuseUnsound(response)
  const create = (): Server => {
    const server = tls
      ? createHttpsServer({ ...options, ...tlsOptions, ...tls }, listener)
      : createHttpServer(options, listener)
    server.maxConnections = settings.maxConnections
    return server as Server
  }
  return {
    listen: async () => {
      const bound = await listenAt(settings, create)
      stopWatching = watchLoop(parts.metrics, parts.log)
      servers.push(...(bound.servers as Server[]).map(server => ({ server, closed: () => closed(server) })))
      return bound.addresses
    },
    takeConnections: () => {
      stopWatching = watchLoop(parts.metrics, parts.log)
      const taken = takenConnections(create(), settings.maxConnections)
      servers.push(taken)
      return connection => !draining && taken.accept(connection)
    },
    close: (replaced = false) => {
      draining = true
      stopWatching()
      return drain(servers, settings.drainTimeout * 1000, replaced).finally(() => bodies.close())
    },
  }
}

/** Two parties may understand a request of another version, or with two hosts, in two ways: a proxy and this server. */
function isSound({ httpVersionMajor, httpVersionMinor, rawHeaders }: IncomingMessage): boolean {
  if (httpVersionMajor !== 1 || httpVersionMinor > 1) return false
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts < 2
}

function refuseUnsound(response: ServerResponse): void {
  response.writeHead(400, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' })
  response.end('A request is HTTP/1.1 or HTTP/1.0 and has one Host.\n')
}

const serverOptions = (settings: Settings): ServerOptions => ({
  maxHeaderSize: settings.headerLimit,
  headersTimeout: settings.headerTimeout * 1000,
  requestTimeout: Math.max(settings.requestTimeout, settings.headerTimeout) * 1000,
  keepAliveTimeout: settings.keepAliveTimeout * 1000,
  connectionsCheckingInterval: 5000,
  noDelay: true,
})

/** TLS 1.2 with forward secrecy and authenticated encryption only; the suites of TLS 1.3 all have both. */
const tlsOptions = {
  minVersion: 'TLSv1.2',
  honorCipherOrder: true,
  ciphers: [
    'TLS_AES_256_GCM_SHA384',
    'TLS_CHACHA20_POLY1305_SHA256',
    'TLS_AES_128_GCM_SHA256',
    'ECDHE-ECDSA-AES256-GCM-SHA384',
    'ECDHE-RSA-AES256-GCM-SHA384',
    'ECDHE-ECDSA-CHACHA20-POLY1305',
    'ECDHE-RSA-CHACHA20-POLY1305',
    'ECDHE-ECDSA-AES128-GCM-SHA256',
    'ECDHE-RSA-AES128-GCM-SHA256',
  ].join(':'),
} as const

interface DrainedServer {
  readonly server: Server
  /** Ends the acceptance of connections, and resolves when the last one is closed. */
  closed(): Promise<void>
}

/** The method of net.Server, since that of http.Server closes idle connections at once. */
const closed = (server: Server) => new Promise<void>(resolve => NetServer.prototype.close.call(server, () => resolve()))

/** Serves connections on a server that does not listen itself; node:net does not count them for it. */
function takenConnections(server: Server, most: number): DrainedServer & { accept(connection: Socket): boolean } {
  const open = new Set<Socket>()
  const { promise, resolve } = Promise.withResolvers<void>()
  let closing = false
  // Node enforces the timeouts of headers and requests from this event on.
  server.emit('listening')
  return {
    server,
    accept: connection => {
      if (open.size >= most) return false
      open.add(connection)
      connection.once('close', () => {
        open.delete(connection)
        if (closing && open.size === 0) resolve()
      })
      server.emit('connection', connection)
      return true
    },
    closed: () => {
      closing = true
      if (open.size === 0) resolve()
      return promise
    },
  }
}

async function drain(servers: readonly DrainedServer[], timeoutMs: number, replaced: boolean): Promise<void> {
  const reapFrom = performance.now() + (replaced ? timeoutMs / 2 : 0)
  // A kept-alive connection becomes idle when its last request is answered; it is closed then, not after its timeout.
  const reap = setInterval(() => {
    if (performance.now() >= reapFrom) for (const { server } of servers) server.closeIdleConnections()
  }, 20)
  const force = setTimeout(() => servers.forEach(({ server }) => void server.closeAllConnections()), timeoutMs)
  try {
    await Promise.all(servers.map(server => server.closed()))
  } finally {
    clearInterval(reap)
    clearTimeout(force)
  }
}
