// One data operation from its parsed body to the text of its answer.
import type { Caller } from '../accounts/caller.ts'
import type { Clock } from '../base/clock.ts'
import { seconds } from '../base/clock.ts'
import { type Problem, Refusal, refuse } from '../base/errors.ts'
import { type Soon, soon } from '../base/soon.ts'
import type { Limits } from '../config/limits.ts'
import { member } from '../fields/checks.ts'
import { localeOf } from '../locale/locale.ts'
import type { Catalog, Catalogs } from '../model/catalog.ts'
import type { ModelEntity } from '../model/model.ts'
import type { EntityRequest, OperationContext } from '../operations/context.ts'
import { readFieldOptions } from '../operations/field-options.ts'
import type { Idempotency } from '../operations/idempotency.ts'
import { read } from '../operations/read.ts'
import { readSchema } from '../operations/schema-read.ts'
import { validate } from '../operations/validate.ts'
import { runWrites } from '../operations/write.ts'
import type { Store } from '../storage/store.ts'
import { openEnvelope } from './envelope.ts'

export type OperationName = 'Create' | 'Read' | 'Update' | 'Delete' | 'Restore' | 'Validate'

export interface OperationParts {
  readonly store: Store
  readonly catalogs: Catalogs
  readonly clock: Clock
  readonly limits: Limits
  readonly newId: () => string
  /** Applications may register http on the loopback address. */
  readonly loopbackRedirects: boolean
}

export interface OperationCall {
  readonly operation: OperationName
  readonly body: unknown
  readonly caller: Caller
  readonly idempotency: Idempotency | null
  /** Told which entity it is about, once that is known to exist. */
  readonly onEntity?: (name: string) => void
}

export const runOperation = (call: OperationCall, parts: OperationParts): Soon<string> =>
  soon(parts.catalogs.get(call.caller.db), catalog => runWith(catalog, call, parts))

function runWith(catalog: Catalog, call: OperationCall, parts: OperationParts): Soon<string> {
  const { requests, culture, timeZone, drivers, absoluteSchemaKeys } = openEnvelope(
    call.body,
    catalog.model,
    call.caller,
  )
  const context: OperationContext = {
    drivers,
    absoluteSchemaKeys,
    store: parts.store,
    catalog,
    caller: call.caller,
    now: seconds(parts.clock),
    locale: localeOf(culture, timeZone),
    timeZone,
    limits: parts.limits,
    newId: parts.newId,
    loopbackRedirects: parts.loopbackRedirects,
  }
  call.onEntity?.(requests[0]?.entity?.name ?? 'Schema')
  const [first] = requests
  if (call.operation === 'Read' && requests.length === 1 && first) {
    return soon(readOne(first, context), answer => `{"Code":0,${JSON.stringify(first.member)}:${answer}}`)
  }
  return performAll(call, requests, context).then(answers => {
    let text = '{"Code":0'
    for (let i = 0; i < requests.length; i++) text += `,${JSON.stringify(requests[i]?.member)}:${answers[i]}`
    return `${text}}`
  })
}

/** The text of each entity member of the answer. */
async function performAll(
  call: OperationCall,
  requests: readonly EntityRequest[],
  context: OperationContext,
): Promise<string[]> {
  if (call.operation === 'Read') return inOrder(requests, request => readOne(request, context))
  if (call.operation === 'Validate') return (await validate(requests, context)).map(answer => JSON.stringify(answer))
  const answers = await runWrites(call.operation, requests, context, call.idempotency ?? undefined)
  return answers.map(answer => JSON.stringify(answer.content))
}

/** One after the other; what is wrong with any of them is said of all. */
async function inOrder(
  requests: readonly EntityRequest[],
  run: (request: EntityRequest) => Soon<string>,
): Promise<string[]> {
  const answers: string[] = []
  const problems: Problem[] = []
  for (const request of requests) {
    try {
      answers.push(await run(request))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      problems.push(...error.problems)
    }
  }
  if (problems.length > 0) throw new Refusal(problems)
  return answers
}

function readOne(request: EntityRequest, context: OperationContext): Soon<string> {
  if (member(request.content, 'FieldOptions') !== undefined) {
    return readFieldOptions(request, context).then(answer => JSON.stringify(answer))
  }
  if (request.entity === null) return readSchema(request, context).then(answer => JSON.stringify(answer))
  if (!request.entity.entity.operations.includes('Read')) {
    refuse('UnsupportedOperation', request.member, `${request.entity.name} cannot be read.`)
  }
  return read(request as EntityRequest & { entity: ModelEntity }, context)
}
