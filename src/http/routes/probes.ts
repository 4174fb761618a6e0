// Answers the probes of operators (health, readiness, metrics) and the first page.
import { jsonAnswer } from '../../base/web.ts'
import type { Settings } from '../../config/settings.ts'
import { htmlType, pagePolicy } from '../../pages/frame.ts'
import type { Metrics } from '../metrics.ts'
import { homePage } from '../pages/home.ts'
import type { Handler } from '../route.ts'

export interface ProbeParts {
  readonly settings: Settings
  readonly metrics: Metrics
  readonly version: string
  /** The address under which the service is reached; known when it listens. */
  readonly origin: () => string
  /** Null when requests can be answered, else why not. */
  readonly whyNotReady: () => Promise<string | null>
}

export function probes({ settings, metrics, version, origin, whyNotReady }: ProbeParts) {
  const home: Handler = () => ({
    status: 200,
    headers: { 'content-security-policy': pagePolicy(), 'content-type': htmlType },
    body: homePage({ ...settings, origin: origin(), version }),
  })
  const health: Handler = () => jsonAnswer('{"status":"ok"}')
  const ready: Handler = async () => {
    const reason = await whyNotReady()
    if (reason === null) return jsonAnswer('{"status":"ready"}')
    const { headers, ...rest } = jsonAnswer(JSON.stringify({ status: 'not ready', reason }), 503)
    return { ...rest, headers: { ...headers, 'retry-after': '5' } }
  }
  const scrape: Handler = async () => ({
    status: 200,
    headers: { 'content-type': metrics.contentType },
    body: await metrics.text(),
  })
  return { home, health, ready, scrape }
}
