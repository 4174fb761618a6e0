// Answers the probes of operators (health, readiness, metrics) and the first page.
import { sameSecret } from '../../base/digest.ts'
import { header, jsonAnswer, type WebAnswer } from '../../base/web.ts'
import type { Settings } from '../../config/settings.ts'
import { bearerToken } from '../../oauth/tokens/bearer.ts'
import { htmlType, pagePolicy } from '../../pages/frame.ts'
import type { Look } from '../../pages/look.ts'
import type { Metrics } from '../metrics.ts'
import { homePage } from '../pages/home.ts'
import type { Handler } from '../route.ts'
import type { Health } from '../store-health.ts'

export interface ProbeParts {
  readonly settings: Settings
  readonly metrics: Metrics
  readonly version: string
  readonly look: Look
  /** The address under which the service is reached; known when it listens. */
  readonly origin: () => string
  /** The id of the installation, once it is known. */
  readonly instance: () => string | null
  /** Null when requests of a kind can be answered, else why not. */
  readonly health: () => Promise<Health>
}

export function probes({ settings, metrics, version, origin, instance, look, health: healthOfStore }: ProbeParts) {
  const home: Handler = () => ({
    status: 200,
    headers: { 'content-security-policy': pagePolicy(), 'content-type': htmlType },
    body: homePage({ ...settings, origin: origin(), version, look }),
  })
  const health: Handler = () => {
    const answer = jsonAnswer('{"status":"ok"}')
    const id = instance()
    return id === null ? answer : { ...answer, headers: { ...answer.headers, 'x-clientele-instance': id } }
  }
  const ready: Handler = async ({ query }) => {
    const { read, write } = await healthOfStore()
    if (read !== null) return unavailable({ status: 'not ready', reason: read })
    if (write === null) return jsonAnswer('{"status":"ready"}')
    const degraded = { status: 'degraded', write: false, reason: write }
    return new URLSearchParams(query).get('write') === '1'
      ? unavailable(degraded)
      : jsonAnswer(JSON.stringify(degraded))
  }
  const scrape: Handler = async request => {
    if (!mayScrape(settings.metricsToken, header(request, 'authorization'))) return denied
    return { status: 200, headers: { 'content-type': metrics.contentType }, body: await metrics.text() }
  }
  return { home, health, ready, scrape }
}

const mayScrape = (token: string | null, authorization: string | undefined): boolean =>
  token === null || sameSecret(bearerToken(authorization) ?? '', token)

const denied: WebAnswer = {
  status: 401,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'www-authenticate': 'Bearer realm="Clientele metrics"' },
  body: 'The metrics need the token of the setting metrics-token.\n',
}

function unavailable(state: object): WebAnswer {
  const { headers, ...rest } = jsonAnswer(JSON.stringify(state), 503)
  return { ...rest, headers: { ...headers, 'retry-after': '5' } }
}
