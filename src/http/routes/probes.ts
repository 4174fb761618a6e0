// THE table of routes: everything that this server answers, in one place.
import type { Settings } from '../../config/settings.ts'
import { htmlType, pagePolicy } from '../../pages/frame.ts'
import type { Metrics } from '../metrics.ts'
import { homePage } from '../pages/home.ts'
import type { Route } from '../route.ts'

export interface RouteParts {
  readonly settings: Settings
  readonly metrics: Metrics
  readonly version: string
  /** The address under which the service is reached; known when it listens. */
  readonly origin: () => string
  /** Null when requests can be answered, else why not. */
  readonly whyNotReady: () => Promise<string | null>
}

export function routeTable({ settings, metrics, version, origin, whyNotReady }: RouteParts): readonly Route[] {
  const probe = { method: 'GET', body: 'none', auth: 'none', face: 'plain', always: true } as const
  return [
    {
      method: 'GET',
      path: '/',
      body: 'none',
      auth: 'none',
      face: 'page',
      always: true,
      operation: 'home',
      handler: (_request, reply) =>
        reply
          .header('content-security-policy', pagePolicy())
          .type(htmlType)
          .send(homePage({ ...settings, origin: origin(), version })),
    },
    {
      ...probe,
      path: '/healthz',
      operation: 'health',
      handler: (_request, reply) => reply.type('application/json').send('{"status":"ok"}'),
    },
    {
      ...probe,
      path: '/readyz',
      operation: 'ready',
      handler: async (_request, reply) => {
        const reason = await whyNotReady()
        reply.type('application/json')
        if (reason === null) return reply.send('{"status":"ready"}')
        return reply
          .code(503)
          .header('retry-after', '5')
          .send(JSON.stringify({ status: 'not ready', reason }))
      },
    },
    {
      ...probe,
      path: '/metrics',
      operation: 'metrics',
      handler: async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()),
    },
  ]
}
