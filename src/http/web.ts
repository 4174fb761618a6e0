// Lets a room's plain handler answer a Fastify request.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { WebHandler } from '../base/web.ts'
import type { Handler } from './route.ts'

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
    if (answer.status >= 400) request.outcome = answer.status === 429 ? 'throttled' : 'invalid'
    reply.code(answer.status)
    for (const [name, value] of Object.entries(answer.headers)) reply.header(name, value)
    return reply.send(answer.body)
  }
}
