// Defines the kind for an exchange rate, exact to ten decimal places.
import { formatDecimal, parseDecimal, rateScale } from '../../../base/text/decimal.ts'
import { column } from '../../../storage/table.ts'
import { bareValue, invalid, wrongType } from '../../checks.ts'
import type { Field, Traits } from '../../field.ts'
import { outputOf } from '../../output.ts'
import { displayedPart } from '../../part.ts'
import { rateType } from '../../types.ts'

const largest = 10n ** 18n

export const rate = (spec: Traits): Field => ({
  traits: spec,
  schema: { type: 'NumericField', attributes: { DecimalPlaces: rateScale } },
  columns: c => [column(c, 'exact')],
  part: ({ name, join, column: c }) => {
    const source = { join, column: c, exact: true }
    const decimal = (value: unknown): string => formatDecimal(BigInt(value as string), rateScale)
    const inner = { output: outputOf(source, decimal), operand: { type: rateType, sources: [source] } }
    const display = outputOf(source, (value, { locale }) => JSON.stringify(locale.number(Number(decimal(value)))))
    return displayedPart(name, inner, display)
  },
  parse: (sent, c, _list, context) => {
    const value = bareValue(sent)
    if (value === null) return { columns: { [c]: null } }
    if (typeof value !== 'number') return wrongType(context, 'a number', value)
    const units = parseDecimal(value, rateScale)
    if (units === null) return invalid(context, `takes at most ${rateScale} decimal places`)
    return units > 0n && units < largest
      ? { columns: { [c]: units } }
      : invalid(context, 'must be more than 0 and less than 100,000,000')
  },
})
