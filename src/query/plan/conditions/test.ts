// Compiles the comparison of a field with a literal by an operator.
import { type SqlBool, sql } from 'kysely'
import type { OperatorName } from '../../../fields/value-type.ts'
import { all, any, type SqlCondition } from '../../combine.ts'
import type { Condition } from '../../parse/condition.ts'
import type { SqlScope } from '../sql-scope.ts'
import { compileAllOf } from './all-of.ts'
import type { ConditionPlan } from './condition-plan.ts'
import { someElement } from './elements.ts'
import { isEmpty } from './empty.ts'
import { resolveTest } from './resolve-test.ts'

/** The operators by which elements of a list are found through the index of its items. */
const picking: ReadonlySet<OperatorName> = new Set(['$EQ', '$IN'])

export function compileTest(
  condition: Extract<Condition, { kind: 'test' }>,
  scope: SqlScope,
  plan: ConditionPlan,
): SqlCondition {
  const { found, operand, operator, conversion } = resolveTest(condition, plan)
  const { target, path, sort } = condition
  const values = plan.conversions.add(conversion)
  const placeholder = (i: number) => sql`${values(i)}`
  const { dialect } = scope.statement
  const holds =
    operator.name === '$ALL'
      ? compileAllOf(found.lists, operand, scope, placeholder)
      : someElement(
          found.lists,
          scope,
          inner =>
            all([
              inner.guard(operand),
              operator.compile(inner.value(operand), operand.type, placeholder, sort, dialect),
            ]),
          picking.has(operator.name),
        )
  const positive = condition.orEmpty ? any([holds, isEmpty(found, scope, target.name, path)]) : holds
  return operator.complementOf === undefined ? positive : sql<SqlBool>`(${positive}) is not true`
}
