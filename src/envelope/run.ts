// Runs one data operation, from the body of the request to the text of the answer.
import type { Caller } from '../accounts/caller.ts'
import type { Clock } from '../base/clock.ts'
import { seconds } from '../base/clock.ts'
import { refuse } from '../base/errors.ts'
import { type MaybePromise, whenReady } from '../base/scheduling/maybe-promise.ts'
import { between, joined, LongText, piecesOf, type Text } from '../base/text/long-text.ts'
import type { Limits } from '../config/limits.ts'
import type { ApiOperation, Entity } from '../entities/entity.ts'
import type { RedirectPolicy } from '../entities/rules/redirect-uri.ts'
import { localeOf } from '../locale/locale.ts'
import type { Catalog, Catalogs } from '../model/catalog.ts'
import type { EntityRequest, OnProgress, OperationContext, RequestSettings } from '../operations/context.ts'
import type { TraceKeeper } from '../operations/erase/traces.ts'
import { operations } from '../operations/index.ts'
import type { MemberAnswer, OpenedRequest, OperationRequest } from '../operations/operation-request.ts'
import type { AnswerBudget } from '../operations/read/answer-budget.ts'
import type { Idempotency } from '../operations/write/idempotency.ts'
import type { Store } from '../storage/store.ts'
import { openEnvelope } from './envelope.ts'

export interface OperationParts {
  readonly store: Store
  readonly catalogs: Catalogs
  readonly clock: Clock
  readonly limits: Limits
  readonly newId: () => string
  readonly traces: readonly TraceKeeper[]
  /** The installation's secret key: shared by all nodes, never stored. Null when there is none. */
  readonly commonKey: () => string | null
  readonly redirects: RedirectPolicy
}

interface RequestBody {
  /** The body as it was sent; absent when it did not arrive as text. */
  readonly text?: string
  parsed(): unknown
}

export interface OperationCall {
  readonly operation: ApiOperation
  /** The entity, or an alias of it, that the request has to be about; any when it is absent or null. */
  readonly entity?: string | null
  readonly body: RequestBody
  readonly caller: Caller
  readonly idempotency: Idempotency | null
  /** The budget of the answer's length; without one it is not limited. */
  readonly answer?: AnswerBudget
  /** Is aborted when the client closes the connection. */
  readonly gone?: () => AbortSignal
  /** Called while a long operation goes on. */
  readonly onProgress?: OnProgress
  /** The service itself reads records by their keys. */
  readonly byKey?: boolean
  /** Called with each entity of the request before anything is done; an error refuses the request. */
  readonly onEntity?: (entity: Entity, catalog: Catalog) => void
}

export const runOperation = (call: OperationCall, parts: OperationParts): MaybePromise<Text> =>
  whenReady(parts.catalogs.get(call.caller.db), catalog =>
    whenReady(operations[call.operation].run(requestOf(call, catalog, parts)), answerText),
  )

function requestOf(call: OperationCall, catalog: Catalog, parts: OperationParts): OperationRequest {
  const { body, caller, idempotency, entity: named, onEntity, answer, gone, onProgress, byKey } = call
  const { store, clock, limits, newId, traces, redirects, commonKey } = parts
  const { model } = catalog
  // An operation whose path names an entity is not for others.
  const admit = ({ member, entity }: EntityRequest): void => {
    if (named && entity !== model.findMember(named))
      refuse('InvalidRequest', member, `The path is for ${named}, and ${member} is another entity.`)
    onEntity?.(entity.entity, catalog)
  }
  const contextOf = (settings: RequestSettings): OperationContext => {
    const timeZone = settings.timeZone ?? caller.timeZone
    const locale = localeOf(settings.culture ?? caller.culture, timeZone)
    // One literal: a spread for each request is slower.
    return {
      settings,
      caller,
      locale,
      timeZone,
      now: seconds(clock),
      answer,
      gone,
      onProgress,
      byKey,
      store,
      catalog,
      limits,
      newId,
      traces,
      redirects,
      commonKey,
    }
  }
  const open = (): OpenedRequest => {
    const { requests, settings } = openEnvelope(body.parsed(), model, call.operation)
    requests.forEach(admit)
    return { requests, context: contextOf(settings) }
  }
  const raw = body.text === undefined ? null : { text: body.text, model, admin: caller.admin, contextOf, admit }
  return { idempotency, raw, open }
}

function answerText(answers: readonly MemberAnswer[]): Text {
  const [first] = answers
  const head = headOf(answers)
  if (first && answers.length === 1) return between(`${head},${JSON.stringify(first.member)}:`, first.text, '}')
  const pieces = [head]
  for (const { member, text } of answers) pieces.push(`,${JSON.stringify(member)}:`, ...piecesOf(text))
  pieces.push('}')
  const text = new LongText(pieces)
  return answers.every(answer => typeof answer.text === 'string') ? joined(text) : text
}

/** Msg of a partial write has at most so many messages; Data has all of them. */
const mostMessages = 100

/** Code is 0, or 1 when a partial write refused some records and -1 when it refused all. */
function headOf(answers: readonly MemberAnswer[]): string {
  if (!answers.some(({ refused }) => refused)) return '{"Code":0'
  const refusals = answers.flatMap(({ refused }) => refused ?? [])
  const allRefused = refusals.length === answers.length && refusals.every(({ written }) => written === 0)
  const messages = [...new Set(refusals.flatMap(refusal => refusal.messages))].slice(0, mostMessages)
  return `{"Code":${allRefused ? -1 : 1},"Msg":${JSON.stringify(messages)}`
}
