// Answers the probes of operators: health, readiness, metrics.
import { sameSecret } from '../../base/digest.ts'
import { header, jsonAnswer, type WebAnswer } from '../../base/web.ts'
import type { Settings } from '../../config/settings.ts'
import { bearerToken } from '../../oauth/tokens/bearer.ts'
import type { Metrics } from '../metrics.ts'
import type { Handler } from '../route.ts'
import type { Health } from '../store-health.ts'

/** How many workers there are to be, and how many of them take requests. */
export interface TeamState {
  readonly wanted: number
  readonly ready: number
}

export interface ProbeParts {
  readonly settings: Settings
  readonly metrics: Metrics
  /** The id of the installation, once it is known. */
  readonly instance: () => string | null
  /** Whether all workers take requests; null where there is one process. */
  readonly team: (() => TeamState) | null
  /** The text of the metrics, of all workers where there are several. */
  readonly metricsText: () => Promise<string>
  /** Null when requests of a kind can be answered, else why not. */
  readonly health: () => Promise<Health>
}

export function probes(parts: ProbeParts) {
  const { settings, metrics, instance, team } = parts
  const health: Handler = () => {
    const answer = jsonAnswer('{"status":"ok"}')
    const id = instance()
    return id === null ? answer : { ...answer, headers: { ...answer.headers, 'x-clientele-instance': id } }
  }
  const ready: Handler = async ({ query }) => {
    const { read, write } = await parts.health()
    if (read !== null) return unavailable({ status: 'not ready', reason: read })
    if (write === null) return jsonAnswer(JSON.stringify(teamStatus(team?.() ?? null)))
    const degraded = { status: 'degraded', write: false, reason: write }
    return new URLSearchParams(query).get('write') === '1'
      ? unavailable(degraded)
      : jsonAnswer(JSON.stringify(degraded))
  }
  const scrape: Handler = async request => {
    if (!mayScrape(settings.metricsToken, header(request, 'authorization'))) return denied
    return { status: 200, headers: { 'content-type': metrics.contentType }, body: await parts.metricsText() }
  }
  return { health, ready, scrape }
}

/** A worker that is missing is being replaced, and the others take its requests. */
function teamStatus(team: TeamState | null): object {
  if (team === null || team.ready >= team.wanted) return { status: 'ready' }
  const reason = `${team.ready} of ${team.wanted} workers take requests; the others are starting.`
  return { status: 'degraded', workers: team, reason }
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
