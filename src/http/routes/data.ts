// Answers the data operations: one handler for all of them.
import type { Caller } from '../../accounts/caller.ts'
import { refuse } from '../../base/errors.ts'
import { whenReady } from '../../base/scheduling/maybe-promise.ts'
import { digestOf } from '../../base/secrets/digest.ts'
import { joined } from '../../base/text/long-text.ts'
import { jsonAnswer } from '../../base/web.ts'
import type { ApiOperation, Entity } from '../../entities/entity.ts'
import { schemaKind } from '../../entities/index.ts'
import { withinBudget } from '../../envelope/budget.ts'
import { type OperationCall, type OperationParts, runOperation } from '../../envelope/run.ts'
import type { Catalog } from '../../model/catalog.ts'
import { requireScope } from '../../oauth/scope.ts'
import { operations } from '../../operations/index.ts'
import { AnswerBudget, type AnswerMemory } from '../../operations/read/answer-budget.ts'
import { type Idempotency, idempotencyKeyMaxLength } from '../../operations/write/idempotency.ts'
import { parseBody } from '../bodies.ts'
import { type HandedWrites, longestHanded, textOf, type WriteOrder } from '../handed-writes.ts'
import type { Handler } from '../route.ts'

interface DataParts {
  readonly operations: OperationParts
  readonly answers: AnswerMemory
  /** Null where each process writes by itself. */
  readonly handedWrites: HandedWrites | null
}

/** `entity` is the entity that the path names; null when only the body names it. */
export const operation =
  (name: ApiOperation, { operations: parts, answers, handedWrites }: DataParts, entity: string | null): Handler =>
  request => {
    const caller = request.caller as Caller
    const order = { operation: name, entity, body: request.body, headers: request.headers, caller }
    const owner = { memory: answers, tenant: caller.db, onHold: (release: () => void) => request.onSent(release) }
    // Of the model that Schema is read from: clients cache the rows until the digest changes.
    let digest: string | null = null
    const here = () => {
      const onEntity = ({ name: found }: Entity, catalog: Catalog) => {
        if (found === schemaKind && name === 'Read') digest = catalog.digest()
      }
      const by = { answer: new AnswerBudget(owner), gone: request.gone, onEntity }
      return whenReady(runOperation(callOf(order, parts, request, by), parts), text => {
        const answer = jsonAnswer(text)
        return digest === null ? answer : { ...answer, headers: { ...answer.headers, 'x-model-digest': digest } }
      })
    }
    const handed = handedWrites && isHandedOver(order) ? handedWrites.hand(handedOf(order)) : null
    if (handed === null) return here()
    return handed.then(report => {
      if (report === null) return here()
      request.entity = report.entity
      return jsonAnswer(textOf(report))
    })
  }

const isHandedOver = ({ operation, body }: WriteOrder): boolean =>
  operations[operation].access === 'write' && body.length <= longestHanded

/** No other header has an effect on the answer. */
const handedOf = ({ headers, ...order }: WriteOrder): WriteOrder => ({
  ...order,
  headers: { 'idempotency-key': headers['idempotency-key'] },
})

/** Runs a write that another process has handed over. */
export const runOrder = async (order: WriteOrder, named: Named, parts: OperationParts): Promise<string> =>
  joined(await runOperation(callOf(order, parts, named), parts))

interface Named {
  entity: string
}

function callOf(
  order: WriteOrder,
  parts: OperationParts,
  named: Named,
  by: Pick<OperationCall, 'answer' | 'gone' | 'onEntity'> = {},
): OperationCall {
  const { operation: name, entity, body, caller } = order
  const { access } = operations[name]
  const parsed = () => withinBudget(parseBody(body), parts.limits)
  return {
    ...by,
    operation: name,
    entity,
    body: { text: body, parsed },
    caller,
    idempotency: access === 'write' ? idempotencyOf(name, order, parsed, parts.commonKey) : null,
    onEntity: (found, catalog) => {
      if (!named.entity) named.entity = found.name
      by.onEntity?.(found, catalog)
      requireScope(caller, access, found.tokenScope)
    },
  }
}

function idempotencyOf(
  name: string,
  { headers }: WriteOrder,
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
