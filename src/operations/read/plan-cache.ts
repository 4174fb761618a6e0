// Plans by shape: what a Read compiles to is made once and found again by everything that it depends on.
import { BoundedMap } from '../../base/bounded-map.ts'
import type { Problems } from '../../base/errors.ts'
import type { Model } from '../../model/model.ts'
import { type MemoryPlan, planMemoryRead } from '../../query/memory/memory-plan.ts'
import { type GroupPlan, planGroups, selectsAggregate } from '../../query/plan/group-plan.ts'
import { type LatencyGuards, latencyGuardsOf } from '../../query/plan/latency-guard.ts'
import { planRead, type ReadPlan } from '../../query/plan/read-plan.ts'
import type { EntityRequest, OperationContext } from '../context.ts'
import type { ReadRequest } from './request.ts'
import { checkRequiredCondition } from './required-condition.ts'

/** `guards` decide where the statement runs, by how long earlier runs took. */
export type Plan =
  | { readonly kind: 'records'; readonly plan: ReadPlan; readonly guards: LatencyGuards }
  | { readonly kind: 'groups'; readonly plan: GroupPlan; readonly guards: LatencyGuards }
  | { readonly kind: 'memory'; readonly plan: MemoryPlan }

/** For each model, since a new one (a field was defined) makes the plans of the old one worthless. */
const plans = new WeakMap<Model, BoundedMap<Plan>>()
const plansKept = 2_000
/** Nobody sends such a request twice, and its plan is as large as it is. */
const longestKey = 20_000

function plansOf(model: Model): BoundedMap<Plan> {
  let known = plans.get(model)
  if (!known) {
    known = new BoundedMap(plansKept)
    plans.set(model, known)
  }
  return known
}

/** Gives the plan; `keep`, of a new one, is to be called when it has proved good, so that the next request finds it. */
export function findPlan(
  request: EntityRequest,
  asked: ReadRequest,
  context: OperationContext,
): { plan: Plan; keep: (() => void) | null } {
  const known = plansOf(context.catalog.model)
  const key = shapeOf(request, asked, context)
  const cached = asked.problems.count === 0 ? known.get(key) : undefined
  if (cached) return { plan: cached, keep: null }
  const plan = makePlan(request, asked, context, asked.problems)
  const keep = () => {
    if (key.length <= longestKey) known.set(key, plan)
  }
  return { plan, keep }
}

function shapeOf({ entity, log }: EntityRequest, asked: ReadRequest, { caller, drivers }: OperationContext): string {
  const flags = (caller.admin ? 1 : 0) + (asked.deleted ? 2 : 0) + (log ? 4 : 0)
  const sent = drivers.size === 0 ? '' : [...drivers.keys()].join()
  const parts = JSON.stringify([asked.fields, asked.order, asked.groups])
  return `${entity.name} ${flags} ${sent} ${parts} ${asked.condition.shape}`
}

function makePlan(request: EntityRequest, asked: ReadRequest, context: OperationContext, problems: Problems): Plan {
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
  const aggregates = asked.groups !== undefined || selectsAggregate(asked.fields)
  if (request.entity === context.catalog.model.schema) {
    if (aggregates) refuseGroups(asked, problems)
    return { kind: 'memory', plan: planMemoryRead(shape, problems) }
  }
  if (aggregates) {
    const plan = planGroups({ ...shape, groups: asked.groups }, problems)
    return { kind: 'groups', plan, guards: latencyGuardsOf(plan.quick, context.store.quickReadMs) }
  }
  if (!request.log) checkRequiredCondition(request.entity, asked.condition.root, problems)
  const plan = planRead(shape, problems)
  return { kind: 'records', plan, guards: latencyGuardsOf(plan.quick, context.store.quickReadMs) }
}

function refuseGroups({ groups }: ReadRequest, problems: Problems): void {
  const path = groups === undefined ? 'Scope.Fields' : 'GroupBy.Fields'
  problems.add('NotSelectable', path, 'Rows of Schema cannot be grouped or aggregated.')
}
