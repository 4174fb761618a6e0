// What is counted, timed and written of a finished request.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '../base/log.ts'
import type { Metrics } from './metrics.ts'
import type { Outcome, Route } from './route.ts'

export interface Observers {
  readonly log: Log
  readonly metrics: Metrics
}

/** Without a route it was a path that nothing has. */
export function observe(
  route: Route | null,
  request: FastifyRequest,
  reply: FastifyReply,
  { log, metrics }: Observers,
): void {
  const { caller, entity } = request
  const status = reply.statusCode
  const ms = reply.elapsedTime
  metrics.request(route?.operation ?? 'none', entity, request.outcome ?? outcomeOf(status), ms / 1000)
  // Probes and scrapes that go well would drown everything else.
  if (route?.always && status < 400) return
  log.request({
    id: request.id,
    method: request.method,
    route: route?.path ?? '',
    status,
    ms: Math.round(ms * 100) / 100,
    operation: route?.operation,
    entity: entity === '' ? undefined : entity,
    uid: caller?.uid,
    db: caller?.db,
  })
}

const outcomeOf = (status: number): Outcome => (status < 400 ? 'ok' : status < 500 ? 'invalid' : 'fault')
