// A field compared with a literal by an operator.
import { type SqlBool, sql } from 'kysely'
import { refuse } from '../../../base/errors.ts'
import type { Operand } from '../../../fields/part.ts'
import type { OperatorName, ValueType } from '../../../fields/value-type.ts'
import { all, any, type SqlCondition } from '../../combine.ts'
import { yearPeriods } from '../../functions/calendar.ts'
import { datePartOf } from '../../functions/date-part.ts'
import { operators } from '../../operators/index.ts'
import { isPeriodic, type Operator } from '../../operators/operator.ts'
import type { Condition, Target } from '../../parse/condition.ts'
import type { SqlScope } from '../sql-scope.ts'
import { compileAllOf } from './all-of.ts'
import type { ConditionPlan } from './condition-plan.ts'
import { someElement } from './elements.ts'
import { isEmpty } from './empty.ts'
import { findPart, operandOf, throughLists } from './find-part.ts'

/** What a list is asked for by these is found by the index of its items. */
const picking: ReadonlySet<OperatorName> = new Set(['$EQ', '$IN'])

export function compileTest(
  condition: Extract<Condition, { kind: 'test' }>,
  scope: SqlScope,
  plan: ConditionPlan,
): SqlCondition {
  const { target, path, literal } = condition
  const found = throughLists(findPart(target, path, plan))
  const operand = withCall(operandOf(found.part, path, target.name), target, path)
  const { type } = operand
  const operator = operators.get(condition.operator) as Operator
  checkOperator(operator.name, type, target.name, found.lists.length > 0, path)
  const placeholders = plan.conversions.add({
    literal: literal.index,
    convert: (value, context) =>
      operator.bind(callLiteral(target, value, literal.path, context.timeZone), type, literal.path, context),
  })
  const placeholder = (i: number) => sql`${placeholders(i)}`
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
              operator.compile(inner.value(operand), type, placeholder, condition.sort, dialect),
            ]),
          picking.has(operator.name),
        )
  const positive = condition.orEmpty ? any([holds, isEmpty(found, scope, target.name, path)]) : holds
  return operator.complementOf === undefined ? positive : sql<SqlBool>`(${positive}) is not true`
}

function checkOperator(name: OperatorName, type: ValueType, field: string, listed: boolean, path: string): void {
  if (name === '$ALL') {
    if (!listed) refuse('OperatorNotAllowed', path, `${field} has one value, so $ALL cannot be used on it.`)
    return
  }
  if (type.operators.includes(name)) return
  refuse('OperatorNotAllowed', path, `${name} cannot be used on ${field}, which takes ${type.operators.join(', ')}.`)
}

/** `$YEAR(x)` compares with periods, so that it can use an index; `$MONTH(x)` with the number of the month. */
function withCall(operand: Operand, target: Target, path: string): Operand {
  if (target.call === null) return operand
  if (!isPeriodic(operand.type)) {
    return refuse('OperatorNotAllowed', path, `$${target.call} takes a date, and ${target.name} is none.`)
  }
  return target.call === 'YEAR' ? operand : datePartOf(operand, 'month')
}

const callLiteral = (target: Target, value: unknown, path: string, timeZone: string): unknown =>
  target.call === 'YEAR' ? yearPeriods(value, path, timeZone) : value
