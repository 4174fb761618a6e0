// Finds what a condition tests: the part that its target names, and the lists on the path to it.
import { refuse } from '../../../base/errors.ts'
import type { Operand, Part } from '../../../fields/part.ts'
import { asSearched, operandOfPart } from '../../../fields/part-access.ts'
import { cursorAt, type ListStep, type ResolvedPath, resolve } from '../../../model/resolve.ts'
import type { Target } from '../../parse/condition.ts'
import type { ConditionPlan } from './condition-plan.ts'

/** Finds the part that criteria compare, and requires the drivers that it needs. */
export function findPart(target: Target, path: string, plan: ConditionPlan): ResolvedPath {
  const found = resolve(plan.model, cursorAt(plan.entity), target.name, path)
  for (const driver of found.drivers) plan.requireDriver(driver, path, target.name)
  const { functionDriver } = plan.entity.entity
  if (target.call && functionDriver) plan.requireDriver(functionDriver, path, `$${target.call}`)
  return { ...found, part: asSearched(found.part) }
}

export interface ListedPart {
  readonly part: Part
  readonly lists: readonly ListStep[]
}

/** The lists on the path to a part, including the part itself if it is a list, and the part of which each element is tested. */
export const throughLists = ({ part, lists, owner }: ResolvedPath): ListedPart =>
  part.shape === 'list'
    ? { part: part.live ?? part.element, lists: [...lists, { list: part, owner }] }
    : { part, lists }

export const operandOf = (part: Part, path: string, name: string): Operand =>
  operandOfPart(part) ?? refuse('OperatorNotAllowed', path, `${name} cannot be searched.`)
