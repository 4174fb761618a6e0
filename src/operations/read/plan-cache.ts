// Caches plans of Reads by shape: everything that the compiled statement depends on.

import { WeightedMap } from '../../base/caches/weighted-map.ts'
import type { Problems } from '../../base/errors.ts'
import type { Model } from '../../model/model.ts'
import { type MemoryPlan, planMemoryRead } from '../../query/memory/memory-plan.ts'
import { type GroupPlan, planGroups, selectsAggregate } from '../../query/plan/group-plan.ts'
import { type LatencyGuards, latencyGuardsOf } from '../../query/plan/latency-guard.ts'
import { planRead, type ReadPlan } from '../../query/plan/read-plan.ts'
import type { EntityRequest, OperationContext } from '../context.ts'
import type { ReadRequest } from './request.ts'
import { checkRequiredCondition } from './required-condition.ts'

/** `guards` decide where the statement runs, by the time of earlier runs. */
export type Plan =
  | { readonly kind: 'records'; readonly plan: ReadPlan; readonly guards: LatencyGuards }
  | { readonly kind: 'groups'; readonly plan: GroupPlan; readonly guards: LatencyGuards }
  | { readonly kind: 'memory'; readonly plan: MemoryPlan }

/**
 * The plans of all databases together, by the weight of their shapes: a plan takes about 50 bytes for each character of
 * its shape, so these are some 64 MiB.
 */
const plans = new WeightedMap<Plan>(1_300_000)
/** A longer request is unlikely to repeat, and its plan is as large as the request. */
const longestKey = 20_000
const mostConditions = 50

const numbers = new WeakMap<Model, number>()
let lastNumber = 0

/** Identifies a model in keys: a new model, after a field was defined, needs new plans. */
function numberOf(model: Model): number {
  let number = numbers.get(model)
  if (number === undefined) {
    number = ++lastNumber
    numbers.set(model, number)
  }
  return number
}

/** Returns the plan, and for a new one `keep`, which caches it. Call it when the request has no problems. */
export function findPlan(
  request: EntityRequest,
  asked: ReadRequest,
  context: OperationContext,
): { plan: Plan; keep: (() => void) | null } {
  const key = `${numberOf(context.catalog.model)} ${shapeOf(request, asked, context)}`
  const cached = asked.problems.count === 0 ? plans.get(key) : undefined
  if (cached) return { plan: cached, keep: null }
  const plan = makePlan(request, asked, context, asked.problems)
  const keep = () => {
    if (key.length <= longestKey && asked.condition.count <= mostConditions) plans.set(key, plan, key.length)
  }
  return { plan, keep }
}

function shapeOf(
  { entity, log }: EntityRequest,
  asked: ReadRequest,
  { caller, settings: { drivers }, byKey }: OperationContext,
): string {
  const flags = (caller.admin ? 1 : 0) + (asked.deleted ? 2 : 0) + (log ? 4 : 0) + (byKey ? 8 : 0)
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
    drivers: new Set(context.settings.drivers.keys()),
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
    return { kind: 'groups', plan, guards: latencyGuardsOf(plan.quick, context.store.shortReads) }
  }
  const readsAll = request.log || context.byKey || (request.entity.entity.adminReadsAll && context.caller.admin)
  if (!readsAll) checkRequiredCondition(request.entity, asked.condition.root, problems)
  const plan = planRead(shape, problems)
  return { kind: 'records', plan, guards: latencyGuardsOf(plan.quick, context.store.shortReads) }
}

function refuseGroups({ groups }: ReadRequest, problems: Problems): void {
  const path = groups === undefined ? 'Scope.Fields' : 'GroupBy.Fields'
  problems.add('NotSelectable', path, 'Rows of Schema cannot be grouped or aggregated.')
}
