// Resolves a comparison: finds the field that it names, checks the operator against the field, converts the literal.
import { refuse } from '../../../base/errors.ts'
import type { Operand } from '../../../fields/part.ts'
import type { OperatorName, ValueType } from '../../../fields/value-type.ts'
import { yearPeriods } from '../../functions/calendar.ts'
import { datePartOf } from '../../functions/date-part.ts'
import { operators } from '../../operators/index.ts'
import { isPeriodic, type Operator } from '../../operators/operator.ts'
import type { Condition, Target } from '../../parse/condition.ts'
import type { Conversion } from '../placeholders.ts'
import type { ConditionPlan } from './condition-plan.ts'
import { findPart, type ListedPart, operandOf, throughLists } from './find-part.ts'

interface ResolvedTest {
  readonly found: ListedPart
  readonly operand: Operand
  readonly operator: Operator
  /** Converts the literal to the values that the operator binds. */
  readonly conversion: Conversion
}

export function resolveTest(
  { target, path, literal, operator: name }: Extract<Condition, { kind: 'test' }>,
  plan: ConditionPlan,
): ResolvedTest {
  const found = throughLists(findPart(target, path, plan))
  const operand = withCall(operandOf(found.part, path, target.name), target, path)
  const { type } = operand
  const operator = operators.get(name) as Operator
  checkOperator(operator.name, type, target.name, found.lists.length > 0, path)
  const conversion: Conversion = {
    literal: literal.index,
    convert: (value, context) =>
      operator.bind(callLiteral(target, value, literal.path, context.timeZone), type, literal.path, context),
  }
  return { found, operand, operator, conversion }
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
