// Answers the data operations: one handler for all of them.
import type { Caller } from '../../accounts/caller.ts'
import { refuse } from '../../base/errors.ts'
import { whenReady } from '../../base/scheduling/maybe-promise.ts'
import { digestOf } from '../../base/secrets/digest.ts'
import { jsonAnswer } from '../../base/web.ts'
import type { Entity, OperationName, WorkflowOperation } from '../../entities/entity.ts'
import { schemaKind } from '../../entities/index.ts'
import { withinBudget } from '../../envelope/budget.ts'
import { type OperationParts, runOperation } from '../../envelope/run.ts'
import type { Catalog } from '../../model/catalog.ts'
import { requireScope } from '../../oauth/scope.ts'
import { operations } from '../../operations/index.ts'
import { AnswerBudget, type AnswerMemory } from '../../operations/read/answer-budget.ts'
import { type Idempotency, idempotencyKeyMaxLength } from '../../operations/write/idempotency.ts'
import { parseBody } from '../bodies.ts'
import type { Handler, RouteRequest } from '../route.ts'

/** `entity` is the entity that the path names; null when only the body names it. */
export const operation =
  (
    name: OperationName | WorkflowOperation,
    parts: OperationParts,
    answers: AnswerMemory,
    entity: string | null,
  ): Handler =>
  request => {
    const caller = request.caller as Caller
    const { access } = operations[name]
    const parsed = () => withinBudget(parseBody(request.body), parts.limits)
    const idempotency = access === 'write' ? idempotencyOf(name, request, parsed, parts.commonKey) : null
    const owner = { memory: answers, tenant: caller.db, onHold: (release: () => void) => request.onSent(release) }
    // Of the model that Schema is read from: clients cache the rows until the digest changes.
    let digest: string | null = null
    const call = {
      operation: name,
      answer: new AnswerBudget(owner),
      gone: request.gone,
      entity,
      body: { text: request.body, parsed },
      caller,
      idempotency,
      onEntity: ({ name: found, tokenScope }: Entity, catalog: Catalog) => {
        if (!request.entity) request.entity = found
        if (found === schemaKind && name === 'Read') digest = catalog.digest()
        requireScope(caller, access, tokenScope)
      },
    }
    return whenReady(runOperation(call, parts), text => {
      const answer = jsonAnswer(text)
      return digest === null ? answer : { ...answer, headers: { ...answer.headers, 'x-model-digest': digest } }
    })
  }

function idempotencyOf(
  name: string,
  { headers }: RouteRequest,
  parsed: () => unknown,
  commonKey: OperationParts['commonKey'],
): Idempotency | null {
  const key = headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || key === '' || key.length > idempotencyKeyMaxLength) {
    return refuse(
      'InvalidRequest',
      'Idempotency-Key',
      `Idempotency-Key is a text of 1 to ${idempotencyKeyMaxLength} characters.`,
    )
  }
  // Of the value, not of the text: a repeated request may be spaced differently.
  return { key, bodyDigest: digestOf(`${name}\n${JSON.stringify(parsed())}`), commonKey: commonKey() }
}
