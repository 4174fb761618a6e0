// One data operation from its parsed body to the text of its answer.
import type { Caller } from '../accounts/caller.ts'
import type { Clock } from '../base/clock.ts'
import { seconds } from '../base/clock.ts'
import { type Problem, Refusal, refuse } from '../base/errors.ts'
import { member } from '../base/json.ts'
import { type MaybePromise, whenReady } from '../base/maybe-promise.ts'
import type { Limits } from '../config/limits.ts'
import { localeOf } from '../locale/locale.ts'
import type { Catalog, Catalogs } from '../model/catalog.ts'
import type { EntityRequest, OperationContext } from '../operations/context.ts'
import { readFieldOptions } from '../operations/read/field-options.ts'
import { prepareRead, type Reading, read } from '../operations/read/read.ts'
import type { Idempotency } from '../operations/write/idempotency.ts'
import { validate } from '../operations/write/validate.ts'
import { runWrites } from '../operations/write/write.ts'
import type { Store } from '../storage/store.ts'
import { type Envelope, openEnvelope, usualLanguage } from './envelope.ts'
import { remember, reuseRead } from './reuse-read.ts'

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

export interface RequestBody {
  /** As it came, where that is known. */
  readonly text?: string
  parsed(): unknown
}

export interface OperationCall {
  readonly operation: OperationName
  readonly body: RequestBody
  readonly caller: Caller
  readonly idempotency: Idempotency | null
  /** Told which entity it is about, once that is known to exist. */
  readonly onEntity?: (name: string) => void
}

export const runOperation = (call: OperationCall, parts: OperationParts): MaybePromise<string> =>
  whenReady(parts.catalogs.get(call.caller.db), catalog => runWith(catalog, call, parts))

function runWith(catalog: Catalog, call: OperationCall, parts: OperationParts): MaybePromise<string> {
  const { caller, body } = call
  const isRead = call.operation === 'Read'
  const said = (envelope: Said): OperationContext => ({
    drivers: envelope.drivers,
    absoluteSchemaKeys: envelope.absoluteSchemaKeys,
    store: parts.store,
    catalog,
    caller,
    now: seconds(parts.clock),
    locale: localeOf(envelope.culture, envelope.timeZone),
    timeZone: envelope.timeZone,
    limits: parts.limits,
    newId: parts.newId,
    loopbackRedirects: parts.loopbackRedirects,
  })
  if (isRead && body.text !== undefined) {
    const again = reuseRead(body.text, catalog.model, caller.admin, ({ drivers, absoluteSchemaKeys }) =>
      said({ drivers, absoluteSchemaKeys, ...usualLanguage(caller) }),
    )
    if (again) {
      call.onEntity?.(again.request.entity.name)
      return answerTo(again.request, read(again))
    }
  }
  const parsed = body.parsed()
  const envelope = openEnvelope(parsed, catalog.model, caller)
  const { requests } = envelope
  const context = said(envelope)
  call.onEntity?.(requests[0]?.entity.name as string)
  const [first] = requests
  if (isRead && requests.length === 1 && first) {
    const learn = (reading: Reading) => body.text !== undefined && remember(body.text, parsed, reading)
    return answerTo(first, readOne(first, context, learn))
  }
  return performAll(call, requests, context).then(answers => {
    let text = '{"Code":0'
    for (let i = 0; i < requests.length; i++) text += `,${JSON.stringify(requests[i]?.member)}:${answers[i]}`
    return `${text}}`
  })
}

type Said = Omit<Envelope, 'requests'>

const answerTo = ({ member }: EntityRequest, content: MaybePromise<string>): MaybePromise<string> =>
  whenReady(content, text => `{"Code":0,${JSON.stringify(member)}:${text}}`)

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
  run: (request: EntityRequest) => MaybePromise<string>,
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

function readOne(
  request: EntityRequest,
  context: OperationContext,
  learn?: (reading: Reading) => void,
): MaybePromise<string> {
  if (member(request.content, 'FieldOptions') !== undefined) {
    return readFieldOptions(request, context).then(answer => JSON.stringify(answer))
  }
  if (!request.entity.entity.operations.includes('Read')) {
    refuse('UnsupportedOperation', request.member, `${request.entity.name} cannot be read.`)
  }
  const reading = prepareRead(request, context)
  learn?.(reading)
  return read(reading)
}
