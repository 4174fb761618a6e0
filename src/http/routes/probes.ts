// Answers the probes of operators: health, readiness, metrics.
import type { BlockList } from 'node:net'
import { isWithin, parseNetworks } from '../../base/networks.ts'
import { sameSecret } from '../../base/secrets/digest.ts'
import { header, jsonAnswer, type WebAnswer } from '../../base/web.ts'
import type { Settings } from '../../config/settings.ts'
import type { CheckResult } from '../../model/store-check/store-check.ts'
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
  /** The last check of the whole store; null before the first one. */
  readonly lastCheck: () => Promise<CheckResult | null>
}

export function probes(parts: ProbeParts) {
  const { settings, metrics, instance, team } = parts
  const scrapers = parseNetworks(settings.metricsNetworks) as BlockList
  const health: Handler = () => {
    const answer = jsonAnswer('{"status":"ok"}')
    const id = instance()
    return id === null ? answer : { ...answer, headers: { ...answer.headers, 'x-clientele-instance': id } }
  }
  const ready: Handler = async ({ query }) => {
    const { read, write } = await parts.health()
    if (read !== null) return unavailable({ status: 'not ready', reason: read })
    const check = checkFacts(await parts.lastCheck())
    if (write === null) {
      const status = teamStatus(team?.() ?? null) ?? (check?.damage ? damaged : { status: 'ready' })
      return jsonAnswer(JSON.stringify({ ...status, ...(check ? { check } : {}) }))
    }
    const degraded = { status: 'degraded', write: false, reason: write, ...(check ? { check } : {}) }
    return new URLSearchParams(query).get('write') === '1'
      ? unavailable(degraded)
      : jsonAnswer(JSON.stringify(degraded))
  }
  const scrape: Handler = async request => {
    if (settings.metricsToken === null) {
      if (!isWithin(scrapers, request.address)) return outside
    } else if (!sameSecret(bearerToken(header(request, 'authorization')) ?? '', settings.metricsToken)) return denied
    return { status: 200, headers: { 'content-type': metrics.contentType }, body: await parts.metricsText() }
  }
  return { health, ready, scrape }
}

/** A worker that is missing is being replaced, and the others take its requests. */
function teamStatus(team: TeamState | null): object | null {
  if (team === null || team.ready >= team.wanted) return null
  const reason = `${team.ready} of ${team.wanted} workers take requests; the others are starting.`
  return { status: 'degraded', workers: team, reason }
}

/** Damage does not make a node unready: all nodes share the store, and what is sound in it is still served. */
const damaged = {
  status: 'degraded',
  reason: 'The check of the whole store found damage. The log, and "clientele doctor", say what to do.',
}

/** Figures only: the texts of findings have names of tables and keys of records, and the probe is for everyone. */
export const checkFacts = (last: CheckResult | null) =>
  last && { at: new Date(last.finishedMs).toISOString(), seconds: last.tookMs / 1000, damage: last.damage }

const denied: WebAnswer = {
  status: 401,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'www-authenticate': 'Bearer realm="Clientele metrics"' },
  body: 'The metrics need the token of the setting metrics-token.\n',
}

const outside: WebAnswer = {
  status: 403,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: 'The metrics are for the networks of the setting metrics-networks, or with the token of metrics-token.\n',
}

function unavailable(state: object): WebAnswer {
  const { headers, ...rest } = jsonAnswer(JSON.stringify(state), 503)
  return { ...rest, headers: { ...headers, 'retry-after': '5' } }
}
