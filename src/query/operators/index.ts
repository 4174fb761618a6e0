// Lists the operators that compare a value with a literal, and their complements.
import type { OperatorName } from '../../fields/value-type.ts'
import { comparisons } from './compare.ts'
import { equal } from './equal.ts'
import { isIn } from './in.ts'
import { like } from './like.ts'
import type { Operator } from './operator.ts'
import { range } from './range.ts'

/** The complement of an operator: it matches exactly the other records, including those without a value. */
const complement = (name: OperatorName, of: Operator): Operator => ({
  ...of,
  name,
  doc: `Exactly the records that \`${of.name}\` leaves out, those without a value among them.`,
  complementOf: of.name,
})

/** Matches when the list has every value; for list fields only, compiled as one $IN for each value. */
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

const plainNames = [...operatorNames, '$AND', '$OR', '$PHRASE', '$NEAR']

/** The names that a condition may have instead of a field. */
export const conditionNames: readonly string[] = [...plainNames, '$INBOUND(...)', '$YEAR(...)', '$MONTH(...)']

const byPlainName = new Map(plainNames.map(name => [name.slice(1), name]))

/** The operator for a name that was sent without its dollar sign; no field has such a name. */
export const withDollar = (name: string): string | undefined => byPlainName.get(name.toUpperCase())
