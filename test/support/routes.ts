// Starts the HTTP side alone, over a few routes made for the test, and reads the route table of a whole server.
import type { Caller } from '../../src/accounts/caller.ts'
import { refuse } from '../../src/base/errors.ts'
import { createLog } from '../../src/base/log/log.ts'
import { jsonAnswer } from '../../src/base/web.ts'
import { loadSettings } from '../../src/config/load.ts'
import type { Settings } from '../../src/config/settings.ts'
import { parseBody } from '../../src/http/bodies.ts'
import { createMetrics, type Metrics } from '../../src/http/metrics.ts'
import type { Route } from '../../src/http/route.ts'
import { routeTable } from '../../src/http/routes/index.ts'
import { createServer } from '../../src/http/server.ts'
import type { TestServer } from './server.ts'

export const someCaller: Caller = {
  db: 1,
  database: 'demo',
  uid: 'ANN',
  admin: false,
  principals: [],
  culture: 'en-US',
  timeZone: 'UTC',
  sessionsFrom: 0,
  application: null,
  chain: null,
  scope: ['data'],
}

export interface RoutesServer {
  readonly url: string
  readonly metrics: Metrics
  readonly logLines: string[]
  setReady(ready: boolean): void
  close(): Promise<void>
}

/** `Authorization: Bearer good` is someCaller; anything else is no caller. */
export async function serveRoutes(
  routes: readonly Route[],
  flags: Partial<Settings> = {},
  https = false,
): Promise<RoutesServer> {
  const settings = loadSettings({ flags: { host: '127.0.0.1', port: 0, ...flags } }).values
  const logLines: string[] = []
  const metrics = createMetrics()
  let ready = true
  const server = createServer({
    settings,
    routes,
    metrics,
    journal: { add: () => {} },
    log: createLog({ level: 'debug', format: 'json', to: line => void logLines.push(line) }),
    https,
    tls: null,
    ready: () => ready,
    bearerChanges: () => 0,
    session: () => refuse('SessionRequired', '', 'There are no sessions'),
    assistant: () => refuse('TokenRequired', '', 'There are no assistants'),
    provider: () => refuse('TokenRequired', '', 'There are no providers'),
    bearer: request =>
      request.headers.authorization === 'Bearer good' ? someCaller : refuse('InvalidToken', '', 'Token is invalid'),
  })
  const [address] = await server.listen()
  return {
    url: `http://${address}`,
    metrics,
    logLines,
    setReady: state => {
      ready = state
    },
    close: () => server.close(),
  }
}

/** A data-API route that answers with what it was sent. */
export const echoRoute: Route = {
  method: 'POST',
  path: '/api/Echo',
  body: 'text',
  auth: 'bearer',
  face: 'envelope',
  operation: 'Echo',
  cors: true,
  handler: request => {
    const body = parseBody(request.body)
    request.entity = 'AbEntry'
    return jsonAnswer(JSON.stringify({ Code: 0, Body: body ?? null }))
  },
}

/** All routes of a server with these settings; their handlers must not be called. */
export function routesOf({ app, settings }: Pick<TestServer, 'app' | 'settings'>): readonly Route[] {
  const known: Record<string | symbol, unknown> = { settings, authorization: app.authorization }
  // Stands for the parts that the handlers would use, and for the members of these parts.
  const unused: object = new Proxy({}, { get: () => unused })
  const parts = new Proxy(known, { get: (_, name) => known[name] ?? unused })
  return routeTable(parts as unknown as Parameters<typeof routeTable>[0])
}
