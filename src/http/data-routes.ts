// The routes of the data operations: one handler for all of them.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../accounts/caller.ts'
import { digestOf } from '../base/digest.ts'
import { refuse } from '../base/errors.ts'
import type { Settings } from '../config/settings.ts'
import { type OperationName, type OperationParts, runOperation } from '../envelope/run.ts'
import { requireScope } from '../oauth/scope.ts'
import { type Idempotency, idempotencyKeyMaxLength } from '../operations/idempotency.ts'
import type { Route } from './route.ts'

const reads: readonly OperationName[] = ['Read', 'Validate']
const writes: readonly OperationName[] = ['Create', 'Update', 'Delete', 'Restore']

export function dataRoutes(settings: Settings, parts: OperationParts): readonly Route[] {
  const route = (operation: OperationName, access: 'read' | 'write'): Route => ({
    method: 'POST',
    path: `${settings.apiPrefix}/${operation}`,
    body: 'json',
    auth: 'bearer',
    face: 'envelope',
    cors: true,
    operation,
    handler: (request, reply) => run(operation, access, request, reply, parts),
  })
  return [...reads.map(operation => route(operation, 'read')), ...writes.map(operation => route(operation, 'write'))]
}

async function run(
  operation: OperationName,
  access: 'read' | 'write',
  request: FastifyRequest,
  reply: FastifyReply,
  parts: OperationParts,
): Promise<FastifyReply> {
  const caller = request.caller as Caller
  requireScope(caller, access)
  const idempotency = access === 'write' ? idempotencyOf(operation, request) : null
  const call = {
    operation,
    body: request.body,
    caller,
    idempotency,
    onEntity: (name: string) => {
      request.entity = name
    },
  }
  const text = await runOperation(call, parts)
  return reply.header('content-type', 'application/json; charset=utf-8').send(text)
}

function idempotencyOf(operation: string, { headers, body }: FastifyRequest): Idempotency | null {
  const key = headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || key === '' || key.length > idempotencyKeyMaxLength) {
    return refuse(
      'InvalidRequest',
      'Idempotency-Key',
      `Idempotency-Key is a text of 1 to ${idempotencyKeyMaxLength} characters.`,
    )
  }
  return { key, bodyDigest: digestOf(`${operation}\n${JSON.stringify(body)}`) }
}
