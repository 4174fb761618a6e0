// Runs one data operation, from the body of the request to the text of the answer.
import type { Caller } from '../accounts/caller.ts'
import type { Clock } from '../base/clock.ts'
import { seconds } from '../base/clock.ts'
import { refuse } from '../base/errors.ts'
import { between, joined, LongText, piecesOf, type Text } from '../base/long-text.ts'
import { type MaybePromise, whenReady } from '../base/maybe-promise.ts'
import type { Limits } from '../config/limits.ts'
import type { Entity, OperationName } from '../entities/entity.ts'
import { localeOf } from '../locale/locale.ts'
import type { Catalog, Catalogs } from '../model/catalog.ts'
import type { EntityRequest, OperationContext } from '../operations/context.ts'
import { operations } from '../operations/index.ts'
import type { AnswerBudget } from '../operations/read/answer-budget.ts'
import { prepareRead, type Reading, read } from '../operations/read/read.ts'
import { readsFieldOptions } from '../operations/read/read-batch.ts'
import type { Idempotency } from '../operations/write/idempotency.ts'
import type { Store } from '../storage/store.ts'
import { type EnvelopeSettings, openEnvelope, usualLanguage } from './envelope.ts'
import { fillTemplate, findTemplate, learnRead } from './read-templates.ts'

export interface OperationParts {
  readonly store: Store
  readonly catalogs: Catalogs
  readonly clock: Clock
  readonly limits: Limits
  readonly newId: () => string
  /** The key that all nodes of the store have, and the store has not; null when there is none. */
  readonly commonKey: () => string | null
  /** Applications may register http on the loopback address. */
  readonly loopbackRedirects: boolean
}

interface RequestBody {
  /** The body as it was sent, where it is known. */
  readonly text?: string
  parsed(): unknown
}

interface OperationCall {
  readonly operation: OperationName
  /** The entity, or an alias of it, that the request has to be about; any when it is absent or null. */
  readonly entity?: string | null
  readonly body: RequestBody
  readonly caller: Caller
  readonly idempotency: Idempotency | null
  /** What the answer may grow to; without one it is not counted. */
  readonly answer?: AnswerBudget
  /** Tells when the client has gone. */
  readonly gone?: () => AbortSignal
  /** The service itself reads records by their keys. */
  readonly byKey?: boolean
  /** Is called with each entity of the request before anything is done; what it throws refuses the request. */
  readonly onEntity?: (entity: Entity, catalog: Catalog) => void
}

/** A Read that repeats an earlier one with other texts is answered from its template, before the body is parsed. */
export const runOperation = (call: OperationCall, parts: OperationParts): MaybePromise<Text> =>
  whenReady(parts.catalogs.get(call.caller.db), catalog => {
    const reading = repeatedRead(call, catalog, parts)
    if (!reading) return runBody(call, catalog, parts)
    call.onEntity?.(reading.request.entity.entity, catalog)
    return answerRead(reading)
  })

function repeatedRead(call: OperationCall, catalog: Catalog, parts: OperationParts): Reading | null {
  const { operation, entity, body, caller } = call
  if (operation !== 'Read' || entity || body.text === undefined) return null
  const found = findTemplate(body.text, catalog.model, caller.admin)
  return found && fillTemplate(found, contextOf({ ...found.settings, ...usualLanguage(caller) }, call, catalog, parts))
}

function runBody(call: OperationCall, catalog: Catalog, parts: OperationParts): MaybePromise<Text> {
  const { operation, body, caller } = call
  const parsed = body.parsed()
  const { requests, ...settings } = openEnvelope(parsed, catalog.model, caller)
  if (call.entity) checkEntity(call.entity, requests, catalog)
  const context = contextOf(settings, call, catalog, parts)
  const [first] = requests as readonly [EntityRequest]
  for (const { entity } of requests) call.onEntity?.(entity.entity, catalog)
  if (operation === 'Read' && requests.length === 1 && body.text !== undefined && !readsFieldOptions(first)) {
    const reading = prepareRead(first, context)
    learnRead(body.text, parsed, reading)
    return answerRead(reading)
  }
  return whenReady(operations[operation].run(requests, context, call.idempotency), answers => {
    const pieces = ['{"Code":0']
    for (const [i, { member }] of requests.entries())
      pieces.push(`,${JSON.stringify(member)}:`, ...piecesOf(answers[i] as Text))
    pieces.push('}')
    const text = new LongText(pieces)
    return answers.every(answer => typeof answer === 'string') ? joined(text) : text
  })
}

/** An operation that names an entity is not for others. */
function checkEntity(name: string, requests: readonly EntityRequest[], { model }: Catalog): void {
  const other = requests.find(({ entity }) => entity !== model.findMember(name))
  if (other) refuse('InvalidRequest', other.member, `The path is for ${name}, and ${other.member} is another entity.`)
}

const contextOf = (
  settings: EnvelopeSettings,
  { caller, answer, gone, byKey }: OperationCall,
  catalog: Catalog,
  parts: OperationParts,
): OperationContext => ({
  drivers: settings.drivers,
  absoluteSchemaKeys: settings.absoluteSchemaKeys,
  store: parts.store,
  catalog,
  caller,
  now: seconds(parts.clock),
  locale: localeOf(settings.culture, settings.timeZone),
  timeZone: settings.timeZone,
  limits: parts.limits,
  answer,
  gone,
  byKey,
  newId: parts.newId,
  loopbackRedirects: parts.loopbackRedirects,
})

const answerRead = (reading: Reading): MaybePromise<Text> =>
  whenReady(read(reading), text => between(`{"Code":0,${JSON.stringify(reading.request.member)}:`, text, '}'))
