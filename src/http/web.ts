// Lets a room's plain handler answer a Fastify request.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { WebAnswer, WebHandler } from '../base/web.ts'
import type { Handler, Outcome, QuickHandler } from './route.ts'

export function webHandler(handle: WebHandler): Handler {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { url } = request
    const question = url.indexOf('?')
    const answer = await handle({
      method: request.method,
      query: question < 0 ? '' : url.slice(question + 1),
      headers: request.headers,
      body: typeof request.body === 'string' ? request.body : '',
      address: request.ip,
      params: request.params as Record<string, string>,
    })
    request.outcome = webOutcome(answer)
    reply.code(answer.status)
    for (const [name, value] of Object.entries(answer.headers)) reply.header(name, value)
    return reply.send(answer.body)
  }
}

/** The same in the quick lane, where paths have neither a query nor placeholders. */
export const quickWeb =
  (handle: WebHandler): QuickHandler =>
  ({ headers, address, body }) =>
    handle({ method: 'POST', query: '', headers, body, address, params: {} })

/** Null when the status says it. */
export const webOutcome = ({ status }: WebAnswer): Outcome | null =>
  status < 400 ? null : status === 429 ? 'throttled' : 'invalid'
