// The routes of the data operations: one handler for all of them.
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../accounts/caller.ts'
import { digestOf } from '../../base/digest.ts'
import { refuse } from '../../base/errors.ts'
import type { MaybePromise } from '../../base/maybe-promise.ts'
import type { Settings } from '../../config/settings.ts'
import { type OperationName, type OperationParts, type RequestBody, runOperation } from '../../envelope/run.ts'
import { requireScope } from '../../oauth/scope.ts'
import { type Idempotency, idempotencyKeyMaxLength } from '../../operations/write/idempotency.ts'
import { parseBody } from '../bodies.ts'
import { json } from '../faces/answer.ts'
import type { QuickRequest, Route } from '../route.ts'

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
    handler: async (request, reply) => {
      const idempotency = () => (access === 'write' ? idempotencyOf(operation, request) : null)
      const text = await run(operation, access, request, { parsed: () => request.body }, idempotency, parts)
      return reply.header('content-type', json).send(text)
    },
    quick: request => {
      const text = request.body
      return run(operation, access, request, { text, parsed: () => parseBody(text) }, () => null, parts)
    },
  })
  return [...reads.map(operation => route(operation, 'read')), ...writes.map(operation => route(operation, 'write'))]
}

function run(
  operation: OperationName,
  access: 'read' | 'write',
  request: Pick<QuickRequest, 'caller' | 'entity'>,
  body: RequestBody,
  idempotency: () => Idempotency | null,
  parts: OperationParts,
): MaybePromise<string> {
  const caller = request.caller as Caller
  requireScope(caller, access)
  const call = {
    operation,
    body,
    caller,
    idempotency: idempotency(),
    onEntity: (name: string) => {
      request.entity = name
    },
  }
  return runOperation(call, parts)
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
