// Runs one Read: parses it, finds or makes its plan, binds the values, runs the statement and writes the records.
import { onFirstUse } from '../../base/caches/on-first-use.ts'
import { Problems, Refusal, refuse } from '../../base/errors.ts'
import { type MaybePromise, whenReady } from '../../base/scheduling/maybe-promise.ts'
import { fold } from '../../base/text/fold.ts'
import type { Text } from '../../base/text/long-text.ts'
import type { RenderContext } from '../../fields/render-context.ts'
import { bindContext } from '../../query/functions/call.ts'
import { decodePageKey, encodePageKey, type PagePosition, queryMark } from '../../query/page-key.ts'
import type { ParsedCondition } from '../../query/parse/condition.ts'
import { fewRecords, isHeavy, type LatencyGuards } from '../../query/plan/latency-guard.ts'
import type { Binding, Conversion } from '../../query/plan/placeholders.ts'
import type { RecordPlan } from '../../query/plan/read-plan.ts'
import type { CompiledText } from '../../storage/statement.ts'
import { bindParameters } from '../../storage/statements/placeholder.ts'
import type { Scalar, Value } from '../../storage/store.ts'
import type { EntityRequest, OperationContext } from '../context.ts'
import { type BoundTier, findNear } from './near-search.ts'
import { findPlan, type Plan } from './plan-cache.ts'
import { RecordWriter } from './record-writer.ts'
import { parseRead, type ReadRequest, respell } from './request.ts'
import { schemaSource } from './schema-source.ts'
import { suggestingRead, suggestions } from './suggestions.ts'

/** A Read that was checked and planned, without what depends on its caller. */
export interface PreparedRead {
  readonly request: EntityRequest
  readonly asked: ReadRequest
  readonly plan: Plan
}

export interface BoundRead extends PreparedRead {
  readonly context: OperationContext
  /** The plan was cached already. */
  readonly planned: boolean
  readonly converted: readonly (readonly Value[])[]
  /** The nearest records come first: each tier is read with values of its own. */
  readonly tiers?: readonly BoundTier[] | null
}

export function prepareRead(request: EntityRequest, context: OperationContext): BoundRead {
  if (!request.entity.entity.operations.includes('Read')) {
    refuse('UnsupportedOperation', request.member, `${request.entity.name} cannot be read.`)
  }
  if (request.entity.entity.adminReads && !context.caller.admin) {
    refuse('AdministratorRequired', request.member, `Only an administrator may read ${request.entity.name}.`)
  }
  try {
    return prepare(request, parseRead(request, context), context)
  } catch (error) {
    return fail(error, request)
  }
}

function prepare(request: EntityRequest, asked: ReadRequest, context: OperationContext): BoundRead {
  const { plan, keep } = findPlan(request, asked, context)
  const converted = convert(plan.plan.conversions, asked, context)
  asked.problems.throwIfAny()
  keep?.()
  return { request, asked, context, plan, planned: keep === null, converted }
}

/**
 * Prepares the same Read with another condition and page key, for another request. Null when the plan does not serve
 * the condition, or a value has a problem: then the request has to be prepared by `prepareRead`.
 */
export function prepareAgain(
  { request, asked: before, plan }: PreparedRead,
  condition: ParsedCondition,
  pageKey: unknown,
  context: OperationContext,
): BoundRead | null {
  if (condition.shape !== before.condition.shape) return null
  const asked = { ...before, condition, pageKey, problems: new Problems() }
  const converted = convert(plan.plan.conversions, asked, context)
  return asked.problems.count > 0 ? null : { request, asked, plan, planned: true, context, converted }
}

/** Returns the JSON text of the entity member of the answer. */
export function read(reading: BoundRead): MaybePromise<Text> {
  const { plan, request } = reading
  try {
    const { asked, context, converted } = reading
    const near = findNear(plan.plan.conversions, asked, converted, context)
    const text = near ? near.then(values => runPlan({ ...reading, ...values }, plan)) : runPlan(reading, plan)
    return text instanceof Promise ? text.catch(error => fail(error, request)) : text
  } catch (error) {
    return fail(error, request)
  }
}

function runPlan(reading: BoundRead, plan: Plan): MaybePromise<Text> {
  switch (plan.kind) {
    case 'groups':
      return readGroups(reading, plan)
    case 'records':
      return readRecords(reading, plan.plan, (start, limit, records) => fetch(reading, plan, start, limit, records))
    case 'memory':
      return readRecords(reading, plan.plan, (start, limit, records) => {
        const source = schemaSource(reading.context)
        return whenReady(plan.plan.rows(source, reading.converted, start?.values ?? null, limit), records.take)
      })
  }
}

function fail(error: unknown, request: EntityRequest): never {
  if (!(error instanceof Refusal)) throw error
  throw new Refusal(
    error.problems.map(problem => respell(problem, request)),
    error.more,
  )
}

const noValues: readonly Value[] = []

const itself = (id: string): string => id

function convert(
  conversions: readonly Conversion[],
  { condition, problems, deleted }: ReadRequest,
  context: OperationContext,
): (readonly Value[])[] {
  if (conversions.length === 0) return []
  const bind = bindContext(context.now, context.timeZone, context.caller.uid, {
    findUid: context.catalog.findUid,
    // In the recycle bin a merged record is itself.
    survivorOf: deleted ? itself : context.catalog.survivorOf,
  })
  return conversions.map(
    ({ literal, convert: run }) =>
      problems.try(() => run(condition.literals[literal], bind, context.catalog.db)) ?? noValues,
  )
}

const bindingOf = ({ context, converted }: BoundRead, limit: number, page: readonly Scalar[]): Binding => ({
  db: context.catalog.db,
  uid: context.caller.uid,
  principals: context.caller.principals,
  corporateCurrency: context.catalog.currency,
  now: context.now,
  binSince: context.now - context.limits.binSeconds,
  timeZone: context.timeZone,
  limit,
  converted,
  page,
})

const renderContext = (context: OperationContext): RenderContext => ({
  locale: context.locale,
  now: context.now,
  corporateCurrency: context.catalog.currency,
  option: (list, key) => context.catalog.list(list).byKey.get(key),
  principalName: principal => context.catalog.principals.get(principal) ?? null,
  optionNamed: (list, name) => context.catalog.list(list).byName.get(fold(name)),
})

/** Runs a statement as a quick or a slow read, depending on its plan and on the time of earlier runs. */
function run(
  { context, asked }: BoundRead,
  guards: LatencyGuards,
  text: CompiledText,
  binding: Binding,
  take: (rows: readonly Scalar[][]) => void,
  most = binding.limit,
): MaybePromise<void> {
  const { store, limits, caller, reader, readTime } = context
  const query = { sql: text.sql, params: bindParameters(text.parameters, binding), facts: text.facts }
  if (reader) return whenReady(reader.read(query, readTime), take)
  const pace = binding.limit > fewRecords ? guards.many : guards.few
  const options = {
    timeoutMs: limits.statementMs,
    user: caller.uid,
    gone: context.gone,
    mayLag: true,
    each: take,
    most,
    took: pace.took,
    longestMs: pace.longestMs,
  }
  const quick = pace.isQuick() && !isHeavy(asked.condition)
  return whenReady(quick ? store.read(query, options) : store.readSlow(query, options), () => {})
}

function readGroups(reading: BoundRead, { plan, guards }: Plan & { kind: 'groups' }): MaybePromise<string> {
  const { asked, context } = reading
  const most = context.limits.readRecords
  const render = renderContext(context)
  const groups: string[] = []
  const take = (rows: readonly Scalar[][]) => {
    for (const row of rows) {
      const text = plan.emit(row, render)
      context.answer?.take(text.length)
      groups.push(text)
    }
  }
  // One more than the limit: groups have no pages, so a request with too many of them is refused.
  return whenReady(run(reading, guards, plan.text, bindingOf(reading, asked.top ?? most + 1, []), take), () => {
    if (groups.length <= most) return `{"Data":[${groups.join()}]}`
    const path = 'GroupBy'
    const message = `${path} gives more than ${most} groups (limit read-records). Narrow the criteria, or send Criteria.Top.`
    return refuse('LimitExceeded', path, message)
  })
}

/** Passes at most `limit` rows from `start` on to `records`. */
type Fetch = (start: PagePosition | null, limit: number, records: RecordWriter) => MaybePromise<void>

function readRecords(reading: BoundRead, plan: RecordPlan, fetch: Fetch): MaybePromise<Text> {
  const { request, asked, context } = reading
  const { top, pageSize, pageKey, condition } = asked
  const paged = pageSize !== null || pageKey !== null
  const most = context.limits.readRecords
  const size = Math.min(top ?? most, pageSize ?? most, most)
  const mark = onFirstUse(() =>
    queryMark(
      context.catalog.db,
      request.entity.name,
      asked.deleted,
      condition.shape,
      condition.literals,
      asked.order ?? null,
    ),
  )
  const path = 'OrderBy.PageKey'
  const segmentOf = (segment: number) => (reading.tiers ? 0 : segment)
  const start =
    pageKey === null ? null : decodePageKey(pageKey, mark(), segment => plan.pageValues(segmentOf(segment)), path)
  const mayContinue = paged || top === null
  const records = new RecordWriter(plan, renderContext(context), size, context.answer)
  return whenReady(fetch(start, size + (mayContinue ? 1 : 0), records), () => {
    const { more } = records
    const position =
      paged || more ? `,"PageKey":${more ? JSON.stringify(encodePageKey(mark(), records.last)) : 'null'}` : ''
    const suggesting = asked.suggest && records.count === 0 && start === null ? suggestingRead(asked, request) : null
    if (suggesting === null) return records.endedBy(`]${position}}`)
    const found = suggestions(() => read(prepare(request, suggesting, context)))
    return found.then(names => records.endedBy(`]${position}${names}}`))
  })
}

/** Reads the segments of the order, or the tiers of nearness, from that of the page key on until there are enough rows. */
function fetch(
  reading: BoundRead,
  plan: Plan & { kind: 'records' },
  start: PagePosition | null,
  limit: number,
  records: RecordWriter,
): MaybePromise<void> {
  const first = start?.segment ?? 0
  const at = reading.tiers ? reading.tiers.filter(({ errors }) => errors < first).length : first
  return fetchFrom(reading, plan, start, at, limit, records)
}

function fetchFrom(
  reading: BoundRead,
  { plan, guards }: Pick<Plan & { kind: 'records' }, 'plan' | 'guards'>,
  start: PagePosition | null,
  at: number,
  limit: number,
  records: RecordWriter,
): MaybePromise<void> {
  const { tiers } = reading
  if (at >= (tiers?.length ?? plan.segments) || records.count >= limit) return
  const tier = tiers?.[at]
  const segment = tier?.errors ?? at
  records.segment = segment
  // The tier of the last record may have gone since.
  const after = start?.segment === segment ? start.values : null
  const bound = tier ? { ...reading, converted: tier.converted } : reading
  const binding = bindingOf(bound, limit - records.count, after ?? [])
  const nulls = after?.map(value => value === null) ?? null
  const text = plan.statement(tier ? 0 : segment, nulls, plan.formOf(binding))
  return whenReady(run(reading, guards, text, binding, records.take, plan.single ? 1 : binding.limit), () =>
    fetchFrom(reading, { plan, guards }, null, at + 1, limit, records),
  )
}
