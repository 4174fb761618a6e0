// Read: parse, find or make the plan of this shape, bind, run, and write the records as they come.
import { BoundedMap } from '../base/bounded-map.ts'
import { type Problem, type Problems, Refusal } from '../base/errors.ts'
import { fold } from '../base/fold.ts'
import type { RenderContext } from '../fields/render-context.ts'
import type { Model, ModelEntity } from '../model/model.ts'
import { bindContext } from '../query/functions/call.ts'
import { decodePageKey, encodePageKey, type PagePosition, queryMark } from '../query/page-key.ts'
import { type GroupPlan, planGroups, selectsAggregate } from '../query/plan/group-plan.ts'
import { type CompiledText, planRead, type ReadPlan } from '../query/plan/read-plan.ts'
import { type Binding, bindParameters, type Conversion } from '../query/plan/slot.ts'
import type { Scalar, Store, Value } from '../storage/store.ts'
import type { EntityRequest, OperationContext } from './context.ts'
import { checkReadNeeds } from './read-needs.ts'
import { parseRead, type ReadRequest } from './read-request.ts'

type Plan = { kind: 'records'; plan: ReadPlan } | { kind: 'groups'; plan: GroupPlan }

/** Plans by shape, for each model: a new model (a UDF was defined) forgets the plans of the old one. */
const plans = new WeakMap<Model, BoundedMap<Plan>>()
const plansKept = 2_000
/** A plan that takes longer than this runs where it does not stall the others. */
const quickMs = 4

/** The JSON text of what stands under the entity's name in the answer. */
export async function read(
  request: EntityRequest & { entity: ModelEntity },
  context: OperationContext,
): Promise<string> {
  const asked = parseRead(request, context)
  const { plan, converted } = prepare(request, asked, context)
  return plan.kind === 'groups'
    ? readGroups(plan.plan, asked, converted, context)
    : readRecords(plan.plan, request, asked, converted, context)
}

function prepare(request: EntityRequest & { entity: ModelEntity }, asked: ReadRequest, context: OperationContext) {
  const { model } = context.catalog
  const { entity } = request
  let known = plans.get(model)
  if (!known) {
    known = new BoundedMap(plansKept)
    plans.set(model, known)
  }
  const drivers = [...context.drivers.keys()].join()
  const key = JSON.stringify([
    context.store.engine,
    entity.name,
    request.log,
    context.caller.admin,
    drivers,
    asked.deleted,
    asked.fields,
    asked.order,
    asked.groups,
    asked.condition.shape,
  ])
  const problems = asked.problems
  let plan = problems.list.length === 0 ? known.get(key) : undefined
  const cached = plan !== undefined
  plan ??= makePlan(request, asked, context, problems)
  const converted = convert(plan.plan.conversions, asked, context, problems)
  if (problems.list.length > 0) throw new Refusal(problems.list.map(problem => under(request.member, problem)))
  if (!cached) known.set(key, plan)
  return { plan, converted }
}

function makePlan(
  request: EntityRequest & { entity: ModelEntity },
  asked: ReadRequest,
  context: OperationContext,
  problems: Problems,
): Plan {
  const shape = {
    model: context.catalog.model,
    entity: request.entity,
    dialect: context.store.dialect,
    admin: context.caller.admin,
    drivers: new Set(context.drivers.keys()),
    deleted: asked.deleted,
    condition: asked.condition.root,
    fields: asked.fields,
    order: asked.order,
  }
  if (asked.groups !== undefined || selectsAggregate(asked.fields)) {
    return { kind: 'groups', plan: planGroups({ ...shape, groups: asked.groups }, problems) }
  }
  if (!request.log) checkReadNeeds(request.entity, asked.condition.root, problems)
  return { kind: 'records', plan: planRead(shape, problems) }
}

/** Paths are relative to the entity member until the answer names it in the request's own spelling. */
const under = (member: string, problem: Problem): Problem => {
  if (problem.path === '') return { ...problem, path: member }
  return { ...problem, path: `${member}.${problem.path}` }
}

function convert(
  conversions: readonly Conversion[],
  asked: ReadRequest,
  context: OperationContext,
  problems: Problems,
): (readonly Value[])[] {
  if (conversions.length === 0) return []
  const bind = bindContext(context.now, context.timeZone, context.caller.uid)
  return conversions.map(({ literal, convert: run }) => {
    try {
      return run(asked.condition.literals[literal], bind, context.catalog.db)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      problems.list.push(...error.problems)
      return []
    }
  })
}

const bindingOf = (
  context: OperationContext,
  converted: (readonly Value[])[],
  limit: number,
  page: readonly Scalar[],
): Binding => ({
  db: context.catalog.db,
  uid: context.caller.uid,
  principals: context.caller.principals,
  now: context.now,
  timeZone: context.timeZone,
  limit,
  converted,
  page,
})

export const renderContext = (context: OperationContext): RenderContext => ({
  locale: context.locale,
  now: context.now,
  corporateCurrency: context.catalog.currency,
  option: (list, key) => context.catalog.list(list).byKey.get(key),
  optionNamed: (list, name) => context.catalog.list(list).byName.get(fold(name)),
})

/** Where a plan runs follows from how long it took the last times. */
async function run(
  store: Store,
  plan: { quick: boolean },
  text: CompiledText,
  binding: Binding,
  timeoutMs: number,
): Promise<Scalar[][]> {
  const query = { sql: text.sql, params: bindParameters(text.parameters, binding) }
  if (!plan.quick) return store.scan(query, { timeoutMs })
  const start = performance.now()
  const rows = await store.arrays(query)
  if (performance.now() - start > quickMs && store.engine === 'sqlite') plan.quick = false
  return rows
}

async function readGroups(
  plan: GroupPlan,
  asked: ReadRequest,
  converted: (readonly Value[])[],
  context: OperationContext,
): Promise<string> {
  const limit = asked.top ?? context.limits.readRecords
  const rows = await run(
    context.store,
    plan,
    plan.text,
    bindingOf(context, converted, limit, []),
    context.limits.statementMs,
  )
  const render = renderContext(context)
  return `{"Data":[${rows.map(row => plan.emit(row, render)).join()}]}`
}

async function readRecords(
  plan: ReadPlan,
  request: EntityRequest & { entity: ModelEntity },
  asked: ReadRequest,
  converted: (readonly Value[])[],
  context: OperationContext,
): Promise<string> {
  const paged = asked.pageSize !== null || asked.pageKey !== null
  const size = Math.min(
    asked.top ?? Number.POSITIVE_INFINITY,
    asked.pageSize ?? Number.POSITIVE_INFINITY,
    context.limits.readRecords,
  )
  const mark = () =>
    queryMark(
      context.catalog.db,
      request.entity.name,
      asked.deleted,
      asked.condition.shape,
      asked.condition.literals,
      asked.order ?? null,
    )
  const start = asked.pageKey === null ? null : position(plan, asked, mark(), request.member)
  const mayContinue = paged || asked.top === null
  const found = await fetchRows(plan, start, size + (mayContinue ? 1 : 0), converted, context)

  const more = found.rows.length > size
  if (more) found.rows.length = size
  const render = renderContext(context)
  let text = '{"Data":['
  for (let i = 0; i < found.rows.length; i++)
    text += (i === 0 ? '' : ',') + plan.emit(found.rows[i] as Scalar[], render)
  text += ']'
  if (paged || more)
    text += `,"PageKey":${more ? JSON.stringify(encodePageKey(mark(), lastPosition(plan, found))) : 'null'}`
  return `${text}}`
}

const position = (plan: ReadPlan, asked: ReadRequest, mark: string, member: string): PagePosition =>
  decodePageKey(asked.pageKey, mark, segment => plan.pageTypes(segment), `${member}.OrderBy.PageKey`)

interface Found {
  readonly rows: Scalar[][]
  /** How many of them came from the first segment that was read, and which that was. */
  readonly boundary: number
  readonly firstSegment: number
}

/** Reads the segments of the order one after the other until there are enough rows. */
async function fetchRows(
  plan: ReadPlan,
  start: PagePosition | null,
  limit: number,
  converted: (readonly Value[])[],
  context: OperationContext,
): Promise<Found> {
  const firstSegment = start?.segment ?? 0
  let rows: Scalar[][] = []
  let boundary = 0
  for (let segment = firstSegment; segment < plan.segments && rows.length < limit; segment++) {
    const here = segment === firstSegment ? start : null
    const text = plan.statement(segment, here?.values.map(value => value === null) ?? null)
    const binding = bindingOf(context, converted, limit - rows.length, here?.values ?? [])
    const found = await run(context.store, plan, text, binding, context.limits.statementMs)
    if (segment === firstSegment) {
      rows = found
      boundary = found.length
    } else rows.push(...found)
  }
  return { rows, boundary, firstSegment }
}

function lastPosition(plan: ReadPlan, { rows, boundary, firstSegment }: Found): PagePosition {
  const last = rows.at(-1) as Scalar[]
  return { segment: rows.length <= boundary ? firstSegment : 1, values: last.slice(plan.rememberedAt) }
}
