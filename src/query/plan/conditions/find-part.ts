// What a condition tests: the part that its target names, and the lists on the way to it.
import { refuse } from '../../../base/errors.ts'
import type { Operand, Part } from '../../../fields/part.ts'
import { asSearched, operandOfPart } from '../../../fields/part-access.ts'
import { cursorAt, type ListStep, type Resolved, resolve } from '../../../model/resolve.ts'
import type { Target } from '../../parse/condition.ts'
import type { ConditionPlan } from './condition-plan.ts'

/** The part as criteria see it; drivers that it needs are asked for. */
export function findPart(target: Target, path: string, plan: ConditionPlan): Resolved {
  const found = resolve(plan.model, cursorAt(plan.entity), target.name, path)
  for (const driver of found.drivers) plan.requireDriver(driver, path, target.name)
  const { functionDriver } = plan.entity.entity
  if (target.call && functionDriver) plan.requireDriver(functionDriver, path, `$${target.call}`)
  return { ...found, part: asSearched(found.part) }
}

export interface Listed {
  readonly part: Part
  readonly lists: readonly ListStep[]
}

/** The lists on the way to a part, its own included, and the part of which each element is tested. */
export const throughLists = ({ part, lists, owner }: Resolved): Listed =>
  part.shape === 'list' ? { part: part.element, lists: [...lists, { list: part, owner }] } : { part, lists }

export const operandOf = (part: Part, path: string, name: string): Operand =>
  operandOfPart(part) ?? refuse('OperatorNotAllowed', path, `${name} cannot be searched.`)
