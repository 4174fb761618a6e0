// Read: parse, find or make the plan of this shape, bind, run, and write the records as they come.
import { Problems, Refusal, refuse } from '../../base/errors.ts'
import { fold } from '../../base/fold.ts'
import type { Text } from '../../base/long-text.ts'
import { type MaybePromise, whenReady } from '../../base/maybe-promise.ts'
import type { RenderContext } from '../../fields/render-context.ts'
import { bindContext } from '../../query/functions/call.ts'
import { decodePageKey, encodePageKey, type PagePosition, queryMark } from '../../query/page-key.ts'
import type { ParsedCondition } from '../../query/parse/condition.ts'
import { fewRecords, isHeavy, type LatencyGuards } from '../../query/plan/latency-guard.ts'
import type { Binding, Conversion } from '../../query/plan/placeholders.ts'
import type { RecordPlan } from '../../query/plan/read-plan.ts'
import { bindParameters } from '../../storage/placeholder.ts'
import type { CompiledText } from '../../storage/statement.ts'
import type { Scalar, Value } from '../../storage/store.ts'
import type { EntityRequest, OperationContext } from '../context.ts'
import { findPlan, type Plan } from './plan-cache.ts'
import { RecordWriter } from './record-writer.ts'
import { parseRead, type ReadRequest, respell } from './request.ts'
import { schemaSource } from './schema-source.ts'

/** A Read whose plan is known to be good. */
export interface Reading {
  readonly request: EntityRequest
  readonly asked: ReadRequest
  readonly context: OperationContext
  readonly plan: Plan
  /** The plan was there already. */
  readonly planned: boolean
  readonly converted: readonly (readonly Value[])[]
}

export function prepareRead(request: EntityRequest, context: OperationContext): Reading {
  if (!request.entity.entity.operations.includes('Read')) {
    refuse('UnsupportedOperation', request.member, `${request.entity.name} cannot be read.`)
  }
  if (request.entity.entity.adminReads && !context.caller.admin) {
    refuse('AdministratorRequired', request.member, `Only an administrator may read ${request.entity.name}.`)
  }
  try {
    const asked = parseRead(request, context)
    const { plan, keep } = findPlan(request, asked, context)
    const converted = convert(plan.plan.conversions, asked, context)
    asked.problems.throwIfAny()
    keep?.()
    return { request, asked, context, plan, planned: keep === null, converted }
  } catch (error) {
    return fail(error, request)
  }
}

/**
 * The same with another condition, for another request. Null when the plan of the first does not serve it, or something
 * is wrong with it: then it is to be prepared from the beginning.
 */
export function prepareAgain(before: Reading, condition: ParsedCondition, context: OperationContext): Reading | null {
  if (condition.shape !== before.asked.condition.shape) return null
  const asked = { ...before.asked, condition, problems: new Problems() }
  const converted = convert(before.plan.plan.conversions, asked, context)
  return asked.problems.count > 0 ? null : { ...before, asked, context, converted }
}

/** The JSON text of what stands under the entity's name in the answer. */
export function read(reading: Reading): MaybePromise<Text> {
  const { plan, request } = reading
  try {
    const text = runPlan(reading, plan)
    return text instanceof Promise ? text.catch(error => fail(error, request)) : text
  } catch (error) {
    return fail(error, request)
  }
}

function runPlan(reading: Reading, plan: Plan): MaybePromise<Text> {
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

function convert(
  conversions: readonly Conversion[],
  { condition, problems }: ReadRequest,
  context: OperationContext,
): (readonly Value[])[] {
  if (conversions.length === 0) return []
  const bind = bindContext(context.now, context.timeZone, context.caller.uid, context.catalog.findUid)
  return conversions.map(
    ({ literal, convert: run }) =>
      problems.try(() => run(condition.literals[literal], bind, context.catalog.db)) ?? noValues,
  )
}

const bindingOf = ({ context, converted }: Reading, limit: number, page: readonly Scalar[]): Binding => ({
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

/** Where a plan runs follows from what it looks like, and from how long it took the last times. */
function run(
  { context, asked }: Reading,
  guards: LatencyGuards,
  text: CompiledText,
  binding: Binding,
  take: (rows: readonly Scalar[][]) => void,
  most = binding.limit,
): MaybePromise<void> {
  const { store, limits, caller, reader } = context
  const query = { sql: text.sql, params: bindParameters(text.parameters, binding), facts: text.facts }
  if (reader) return whenReady(reader.read(query), take)
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

function readGroups(reading: Reading, { plan, guards }: Plan & { kind: 'groups' }): MaybePromise<string> {
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
  // One more than the limit: groups have no pages, so a request that has too many of them is told so.
  return whenReady(run(reading, guards, plan.text, bindingOf(reading, asked.top ?? most + 1, []), take), () => {
    if (groups.length <= most) return `{"Data":[${groups.join()}]}`
    const path = 'GroupBy'
    const message = `${path} gives more than ${most} groups (limit read-records). Narrow the criteria, or send Criteria.Top.`
    return refuse('LimitExceeded', path, message)
  })
}

/** Gives the records at most `limit` rows from `start` on. */
type Fetch = (start: PagePosition | null, limit: number, records: RecordWriter) => MaybePromise<void>

function readRecords(reading: Reading, plan: RecordPlan, fetch: Fetch): MaybePromise<Text> {
  const { request, asked, context } = reading
  const { top, pageSize, pageKey, condition } = asked
  const paged = pageSize !== null || pageKey !== null
  const most = context.limits.readRecords
  const size = Math.min(top ?? most, pageSize ?? most, most)
  const mark = () =>
    queryMark(
      context.catalog.db,
      request.entity.name,
      asked.deleted,
      condition.shape,
      condition.literals,
      asked.order ?? null,
    )
  const path = 'OrderBy.PageKey'
  const start = pageKey === null ? null : decodePageKey(pageKey, mark(), segment => plan.pageValues(segment), path)
  const mayContinue = paged || top === null
  const records = new RecordWriter(plan, renderContext(context), size, context.answer)
  return whenReady(fetch(start, size + (mayContinue ? 1 : 0), records), () => {
    const { more } = records
    const position =
      paged || more ? `,"PageKey":${more ? JSON.stringify(encodePageKey(mark(), records.last)) : 'null'}` : ''
    return records.endedBy(`]${position}}`)
  })
}

/** Reads the segments of the order one after the other until there are enough rows. */
function fetch(
  reading: Reading,
  { plan, guards }: Plan & { kind: 'records' },
  start: PagePosition | null,
  limit: number,
  records: RecordWriter,
): MaybePromise<void> {
  const segment = start?.segment ?? 0
  records.segment = segment
  const text = plan.statement(segment, start?.values.map(value => value === null) ?? null)
  const binding = bindingOf(reading, limit, start?.values ?? [])
  return whenReady(run(reading, guards, text, binding, records.take, plan.single ? 1 : limit), () =>
    fetchMore(reading, { plan, guards }, segment + 1, limit, records),
  )
}

function fetchMore(
  reading: Reading,
  { plan, guards }: Pick<Plan & { kind: 'records' }, 'plan' | 'guards'>,
  segment: number,
  limit: number,
  records: RecordWriter,
): MaybePromise<void> {
  if (segment >= plan.segments || records.count >= limit) return
  records.segment = segment
  const binding = bindingOf(reading, limit - records.count, [])
  return whenReady(run(reading, guards, plan.statement(segment, null), binding, records.take), () =>
    fetchMore(reading, { plan, guards }, segment + 1, limit, records),
  )
}
