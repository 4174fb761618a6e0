// Implements $EQ: the same value, or for dates and date-times a value inside the period.
import { sql } from 'kysely'
import { bindOne, compareValues, isPeriodic, type Operator, payFor } from './operator.ts'

export const equal: Operator = {
  name: '$EQ',
  doc: 'The same value; inside the period, for dates and date-times. `null` and an empty text: no value.',
  bind: bindOne,
  compile: (x, type, placeholder) =>
    isPeriodic(type) ? sql`(${x} >= ${placeholder(0)} and ${x} < ${placeholder(1)})` : sql`${x} = ${placeholder(0)}`,
  holds: (value, bound, type, _sort, budget) => {
    payFor(value, budget)
    return isPeriodic(type)
      ? compareValues(value, bound[0] as string) >= 0 && compareValues(value, bound[1] as string) < 0
      : compareValues(value, bound[0] as string) === 0
  },
}
