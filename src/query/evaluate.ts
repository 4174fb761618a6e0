// Evaluates a condition tree on one record in memory, by the operators that also compile to SQL.
import type { WorkBudget } from '../base/scheduling/work-budget.ts'
import type { ValueType } from '../fields/value-type.ts'
import type { Scalar, Value } from '../storage/store.ts'
import { operators } from './operators/index.ts'
import type { Operator } from './operators/operator.ts'
import type { Condition } from './parse/condition.ts'

export type ConditionOf<Kind extends Condition['kind']> = Extract<Condition, { kind: Kind }>

/** The two sides of a test: the values of the record in their stored form, and the bound values of the literal. */
export interface Comparison {
  readonly type: ValueType
  readonly values: readonly Scalar[]
  readonly bound: readonly Value[]
}

/** Answers questions about records of one form: JSON (json-judge.ts) or rows in memory (memory/row-condition.ts). */
export interface Judge<Rec> {
  comparison(test: ConditionOf<'test'>, record: Rec, budget: WorkBudget): Comparison
  hasValue(condition: ConditionOf<'empty'>, record: Rec, budget: WorkBudget): boolean
  /** Evaluates the conditions that are no comparison with a field, or refuses them. */
  holds(
    condition: ConditionOf<'phrase' | 'related' | 'exists' | 'inbound' | 'allows' | 'changed' | 'tree'>,
    record: Rec,
    budget: WorkBudget,
  ): boolean
}

/** The steps that the conditions on one record or event may take in memory: about 10 ms of the thread of all requests. */
export const recordWork = 2_000_000

/** Throws `WorkExceeded` when the conditions take more steps on this record than the budget has. */
export function evaluate<Rec>(condition: Condition, record: Rec, judge: Judge<Rec>, budget: WorkBudget): boolean {
  budget.spend(1)
  switch (condition.kind) {
    case 'all':
      return condition.of.every(inner => evaluate(inner, record, judge, budget))
    case 'any':
      return condition.of.length === 0 || condition.of.some(inner => evaluate(inner, record, judge, budget))
    case 'empty':
      return judge.hasValue(condition, record, budget) === condition.negated
    case 'test':
      return passes(condition, judge.comparison(condition, record, budget), budget)
    default:
      return judge.holds(condition, record, budget)
  }
}

function passes(
  { operator: name, sort, orEmpty }: ConditionOf<'test'>,
  { type, values, bound }: Comparison,
  budget: WorkBudget,
): boolean {
  const operator = operators.get(name) as Operator
  const holds = (value: Scalar, wanted: readonly Value[]): boolean => {
    budget.spend(1)
    return operator.holds(value, wanted, type, sort, budget)
  }
  if (operator.name === '$ALL') {
    // The literal is bound as one list (two for periods): each of its elements must be among the values.
    const lists = bound as readonly (readonly Value[])[]
    return (lists[0] as readonly Value[]).every((_, i) => {
      const element = lists.map(list => [list[i]] as Value)
      return values.some(value => holds(value, element))
    })
  }
  const found = values.some(value => holds(value, bound))
  return (found || (orEmpty && values.length === 0)) !== (operator.complementOf !== undefined)
}
