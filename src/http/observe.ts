// Counts, times and logs an exchange that is over.
import { performance } from 'node:perf_hooks'
import type { Log } from '../base/log.ts'
import type { Exchange } from './exchange.ts'
import type { Metrics } from './metrics.ts'
import type { Outcome } from './route.ts'

export interface Observers {
  readonly log: Log
  readonly metrics: Metrics
}

export function observe(exchange: Exchange, { log, metrics }: Observers): void {
  const { id, method, caller, entity, outcome } = exchange
  const { route } = exchange.served
  const status = exchange.response.statusCode
  const at = performance.now()
  const ms = at - exchange.started
  metrics.request(route.operation, entity, outcome ?? outcomeOf(status), ms / 1000)
  // Probes and scrapes that go well would drown everything else.
  if (route.always && status < 400) return
  log.request({
    id,
    method,
    route: route.path,
    status,
    ms,
    at,
    // A path that no route has is nobody's operation.
    operation: route.path === '' ? undefined : route.operation,
    entity: entity === '' ? undefined : entity,
    uid: caller?.uid,
    db: caller?.db,
  })
}

function outcomeOf(status: number): Outcome {
  if (status < 400) return 'ok'
  if (status === 429) return 'throttled'
  return status < 500 ? 'invalid' : 'fault'
}
