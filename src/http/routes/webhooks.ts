// Answers requests about webhook targets, their deliveries and the types of events.
import { parse as parseQuery } from 'node:querystring'
import type { Caller } from '../../accounts/caller.ts'
import { refuse } from '../../base/errors.ts'
import { isObject, nameOf } from '../../base/text/json.ts'
import { jsonAnswer } from '../../base/web.ts'
import { withinBudget } from '../../envelope/budget.ts'
import type { OperationParts } from '../../envelope/run.ts'
import { requireScope } from '../../oauth/scope.ts'
import type { BearerTokens } from '../../oauth/tokens/bearer-tokens.ts'
import type { Webhooks } from '../../webhooks/index.ts'
import { parseBody } from '../bodies.ts'
import type { Handler, Route, RouteRequest } from '../route.ts'
import { feedHandler } from './feed.ts'

type Body = Record<string, unknown>

const bodyLimit = 64 * 1024
const asked = { auth: 'bearer', face: 'resource', cors: true, bodyLimit } as const

export function webhookRoutes(
  { targets, deliveries, types, feed }: Webhooks,
  parts: OperationParts,
  tokens: BearerTokens,
): readonly Route[] {
  const bodyOf = ({ body }: RouteRequest): Body => {
    if (body.trim() === '') return {}
    const parsed = withinBudget(parseBody(body), parts.limits)
    return isObject(parsed) ? parsed : refuse('InvalidRequest', '', `The body is a JSON object, not ${nameOf(parsed)}.`)
  }
  const reads = (work: (caller: Caller, request: RouteRequest) => Promise<object>): Handler => {
    return async request => {
      const caller = request.caller as Caller
      requireScope(caller, 'read')
      return jsonAnswer(JSON.stringify(await work(caller, request)))
    }
  }
  const writes = (work: (caller: Caller, id: string, body: Body) => Promise<object>, status = 200): Handler => {
    return async request => {
      const caller = request.caller as Caller
      requireScope(caller, 'write')
      return jsonAnswer(JSON.stringify(await work(caller, request.params.id ?? '', bodyOf(request))), status)
    }
  }
  const get = (path: string, operation: string, handler: Handler): Route => {
    return { ...asked, method: 'GET', path: `/webhooks/v1/${path}`, body: 'none', operation, handler }
  }
  const post = (path: string, operation: string, handler: Handler): Route => {
    return { ...asked, method: 'POST', path: `/webhooks/v1/${path}`, body: 'text', operation, handler }
  }
  const one = 'targets/:id'
  const list = reads((caller, request) => deliveries.list(caller, request.params.id ?? '', parseQuery(request.query)))
  const change = post(one, 'webhook-targets', writes(targets.change))
  const remove = get(one, 'webhook-targets', writes(targets.remove))
  return [
    get('events', 'webhook-events', feedHandler(feed, tokens)),
    get('event-types', 'webhook-types', reads(types.list)),
    get('targets', 'webhook-targets', reads(targets.list)),
    post(
      'targets',
      'webhook-targets',
      writes((caller, _id, body) => targets.create(caller, body), 201),
    ),
    get(
      one,
      'webhook-targets',
      reads((caller, request) => targets.read(caller, request.params.id ?? '')),
    ),
    { ...change, method: 'PATCH' },
    { ...remove, method: 'DELETE' },
    get(`${one}/deliveries`, 'webhook-deliveries', list),
    post(`${one}/test`, 'webhook-test', writes(deliveries.test)),
    post(`${one}/rotate-secret`, 'webhook-targets', writes(targets.rotateSecret)),
    post(`${one}/replay`, 'webhook-replay', writes(deliveries.replay)),
  ]
}
