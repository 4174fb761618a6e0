// Implements $YEAR and $MONTH of a date as numbers, for conditions and for groups.
import { zonedAt } from '../../fields/moment.ts'
import type { Operand } from '../../fields/part.ts'
import { integerType } from '../../fields/types.ts'
import type { Scalar } from '../../storage/store.ts'

/** Turns the operand of a date into that of its year or month in the reader's time zone. */
export const datePartOf = (operand: Operand, part: 'year' | 'month'): Operand => ({
  ...operand,
  type: integerType,
  datePart: { part, of: operand.type.name as 'date' | 'datetime' },
})

/** The same in memory. */
export function datePartValue(
  value: Scalar,
  { part, of }: NonNullable<Operand['datePart']>,
  timeZone: string,
): number | null {
  if (value === null) return null
  if (of === 'datetime') return zonedAt(Number(value), timeZone)[part]
  return Number(part === 'year' ? String(value).slice(0, 4) : String(value).slice(5, 7))
}
