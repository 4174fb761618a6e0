// Implements $RANGE: between two values, both included; for periods from the start of one to the end of the other.
import { sql } from 'kysely'
import { refuse } from '../../base/errors.ts'
import type { Value } from '../../storage/store.ts'
import { bindOne, compareValues, isPeriodic, type Operator, payFor } from './operator.ts'

export const range: Operator = {
  name: '$RANGE',
  doc: 'From the first of two values to the second, both included; of two periods, from the start of one to the end of the other.',
  bind: (literal, type, path, context) => {
    if (!Array.isArray(literal) || literal.length !== 2) {
      return refuse('WrongType', path, `${path} takes an array of two values, the first and the last.`)
    }
    const [first, last] = literal.map((value, i) => bindOne(value, type, `${path}[${i}]`, context)) as [
      Value[],
      Value[],
    ]
    return isPeriodic(type) ? [first[0] as Value, last[1] as Value] : [first[0] as Value, last[0] as Value]
  },
  compile: (x, type, placeholder) =>
    isPeriodic(type)
      ? sql`(${x} >= ${placeholder(0)} and ${x} < ${placeholder(1)})`
      : sql`(${x} >= ${placeholder(0)} and ${x} <= ${placeholder(1)})`,
  holds: (value, bound, type, _sort, budget) => {
    payFor(value, budget)
    const [low, high] = [compareValues(value, bound[0] as string), compareValues(value, bound[1] as string)]
    return low >= 0 && (isPeriodic(type) ? high < 0 : high <= 0)
  },
}
