// Compiles `$EQ: null` and `$NE: null`: whether there is a value at all.
import { type SqlBool, sql } from 'kysely'
import { refuse } from '../../../base/errors.ts'
import { operandOfPart, presenceOf } from '../../../fields/part-access.ts'
import { all, type SqlCondition } from '../../combine.ts'
import type { Condition } from '../../parse/condition.ts'
import type { SqlScope } from '../sql-scope.ts'
import type { ConditionPlan } from './condition-plan.ts'
import { someElement } from './elements.ts'
import { findPart, type ListedPart, throughLists } from './find-part.ts'

export function compileEmpty(
  condition: Extract<Condition, { kind: 'empty' }>,
  scope: SqlScope,
  plan: ConditionPlan,
): SqlCondition {
  const { target, path, negated } = condition
  const empty = isEmpty(throughLists(findPart(target, path, plan)), scope, target.name, path)
  return negated ? sql<SqlBool>`not ${empty}` : empty
}

/** True or false, never null. A list is empty when no element has a value. */
export function isEmpty({ part, lists }: ListedPart, scope: SqlScope, name: string, path: string): SqlCondition {
  const operand = operandOfPart(part)
  if (lists.length > 0) {
    const there = someElement(lists, scope, inner =>
      operand ? sql<SqlBool>`${inner.guardedValue(operand)} is not null` : null,
    )
    return sql<SqlBool>`not ${there}`
  }
  const values = operand ? [scope.guardedValue(operand)] : (presenceOf(part) ?? []).map(source => scope.column(source))
  const empty = all(values.map(value => sql<SqlBool>`${value} is null`))
  if (empty === null) return refuse('OperatorNotAllowed', path, `${name} cannot be compared with null.`)
  return sql<SqlBool>`(${empty})`
}
