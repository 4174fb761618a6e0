// The operators that compare one value with a literal, and their complements.
import type { OperatorName } from '../../fields/value-type.ts'
import { comparisons } from './compare.ts'
import { equal } from './equal.ts'
import { isIn } from './in.ts'
import { like } from './like.ts'
import type { Operator } from './operator.ts'
import { range } from './range.ts'

/** Exactly the records that the other one leaves out, those without a value among them. */
const complement = (name: OperatorName, of: Operator): Operator => ({
  ...of,
  name,
  doc: `Exactly the records that \`${of.name}\` leaves out, those without a value among them.`,
  complementOf: of.name,
})

/** Every value of the list is chosen: meaningful for lists alone, where it is judged as so many $IN. */
const all: Operator = { ...isIn, name: '$ALL', doc: 'Every value of the list is there. For fields that have several.' }

const list: readonly Operator[] = [
  equal,
  complement('$NE', equal),
  ...comparisons,
  isIn,
  complement('$NIN', isIn),
  like,
  complement('$NLIKE', like),
  range,
  complement('$NRANGE', range),
  all,
]

export const operators: ReadonlyMap<string, Operator> = new Map(list.map(operator => [operator.name, operator]))
export const operatorNames: readonly string[] = list.map(operator => operator.name)
