// Serves the table of routes over HTTP or HTTPS: limits, timeouts, addresses to listen at, and the drain at the end.
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { createServer as createHttpServer, type Server, type ServerOptions } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, Server as NetServer } from 'node:net'
import type { Settings } from '../config/settings.ts'
import { TextBodies } from './bodies.ts'
import { clientOf } from './client.ts'
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
    'log' | 'metrics' | 'journal' | 'ready' | 'bearer' | 'session' | 'bearerChanges' | 'interceptor'
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
  /** Gives the addresses at which it listens; all have the same port. */
  listen(port: number): Promise<readonly string[]>
  /**
   * Takes no new connections, lets requests in flight finish, and ends those that take longer than the drain timeout. When
   * the server was replaced, idle connections are closed after their next request, or at the end of half the drain timeout:
   * a client may be about to use them.
   */
  close(replaced?: boolean): Promise<void>
}

export function createServer(parts: ServerParts): HttpServer {
  const { settings, routes, https, tls } = parts
  const servers: Server[] = []
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
  const bind = async (host: string, port: number): Promise<AddressInfo> => {
    const server = tls
      ? createHttpsServer({ ...options, ...tlsOptions, ...tls }, pipeline)
      : createHttpServer(options, pipeline)
    server.maxConnections = settings.maxConnections
    server.listen({ host, port })
    await once(server, 'listening')
    servers.push(server as Server)
    return server.address() as AddressInfo
  }
  return {
    listen: async wanted => {
      const [first, ...others] = await addressesOf(settings.host)
      const bound = [await bind(first, wanted)]
      stopWatching = watchLoop(parts.metrics, parts.log)
      const { port } = bound[0] as AddressInfo
      // The machine may name an address that it does not have.
      for (const other of others)
        await bind(other, port).then(
          address => bound.push(address),
          () => {},
        )
      return bound.map(({ family, address, port }) => `${family === 'IPv6' ? `[${address}]` : address}:${port}`)
    },
    close: (replaced = false) => {
      draining = true
      stopWatching()
      return drain(servers, settings.drainTimeout * 1000, replaced).finally(() => bodies.close())
    },
  }
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

/** `localhost` is an address of each family; any other name is left to the system. */
async function addressesOf(host: string): Promise<[string, ...string[]]> {
  if (host !== 'localhost') return [host]
  const found = await lookup(host, { all: true })
  return [...new Set(found.map(({ address }) => address))] as [string, ...string[]]
}

async function drain(servers: readonly Server[], timeoutMs: number, replaced: boolean): Promise<void> {
  const reapFrom = performance.now() + (replaced ? timeoutMs / 2 : 0)
  // A kept-alive connection becomes idle when its last request is answered; it is closed then, not after its timeout.
  const reap = setInterval(() => {
    if (performance.now() >= reapFrom) for (const server of servers) server.closeIdleConnections()
  }, 20)
  const force = setTimeout(() => servers.forEach(server => void server.closeAllConnections()), timeoutMs)
  try {
    // The method of net.Server, since that of http.Server closes idle connections at once.
    const close = NetServer.prototype.close
    await Promise.all(servers.map(server => new Promise(resolve => close.call(server, resolve))))
  } finally {
    clearInterval(reap)
    clearTimeout(force)
  }
}
