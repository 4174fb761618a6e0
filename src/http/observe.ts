// What is counted, timed and written of a finished request.
import type { Caller } from '../accounts/caller.ts'
import type { Log } from '../base/log.ts'
import type { Metrics } from './metrics.ts'
import type { Outcome, Route } from './route.ts'

export interface Observers {
  readonly log: Log
  readonly metrics: Metrics
}

export interface Finished {
  /** Null for a path that nothing has. */
  readonly route: Route | null
  readonly id: string
  readonly method: string
  readonly caller: Caller | null
  readonly entity: string
  /** When the status does not say it. */
  readonly outcome: Outcome | null
  readonly status: number
  readonly ms: number
  /** When it was finished, by performance.now(). */
  readonly at: number
}

export function observe(
  { route, id, method, caller, entity, outcome, status, ms, at }: Finished,
  { log, metrics }: Observers,
): void {
  metrics.request(route?.operation ?? 'none', entity, outcome ?? outcomeOf(status), ms / 1000)
  // Probes and scrapes that go well would drown everything else.
  if (route?.always && status < 400) return
  log.request({
    id,
    method,
    route: route?.path ?? '',
    status,
    ms,
    at,
    operation: route?.operation,
    entity: entity === '' ? undefined : entity,
    uid: caller?.uid,
    db: caller?.db,
  })
}

const outcomeOf = (status: number): Outcome => (status < 400 ? 'ok' : status < 500 ? 'invalid' : 'fault')
