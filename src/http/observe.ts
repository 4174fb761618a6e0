// Counts, times and logs an exchange that is over.
import { performance } from 'node:perf_hooks'
import type { Caller } from '../accounts/caller.ts'
import type { Log } from '../base/log/log.ts'
import type { FinishedRequest, Journal } from '../journal/journal.ts'
import type { Exchange } from './exchange.ts'
import type { Metrics } from './metrics.ts'
import type { Outcome } from './route.ts'

export interface Observers {
  readonly log: Log
  readonly metrics: Metrics
  readonly journal: Pick<Journal, 'add'>
}

export function observe(exchange: Exchange, { log, metrics, journal }: Observers): void {
  const { id, method, caller, entity, outcome } = exchange
  const { route } = exchange.served
  const status = exchange.response.statusCode
  const at = performance.now()
  const ms = at - exchange.started
  metrics.request(route.operation, entity, outcome ?? outcomeOf(status), ms / 1000)
  // Successful probes and scrapes are not logged: there are too many.
  if (route.always && status < 400) return
  if (caller) journal.add(finished(exchange, caller, status, ms))
  log.request({
    id,
    method,
    route: route.path,
    status,
    ms,
    at,
    // An unknown path has no operation.
    operation: route.path === '' ? undefined : route.operation,
    entity: entity === '' ? undefined : entity,
    uid: caller?.uid,
    db: caller?.db,
  })
}

const finished = (exchange: Exchange, caller: Caller, status: number, ms: number): FinishedRequest => {
  const { id, method, entity, codes, body, answer } = exchange
  const { path: route, operation, secret = false } = exchange.served.route
  return { caller, id, method, route, operation, secret, entity, status, ms, codes, body, answer }
}

function outcomeOf(status: number): Outcome {
  if (status < 400) return 'ok'
  if (status === 429) return 'throttled'
  return status < 500 ? 'invalid' : 'fault'
}
