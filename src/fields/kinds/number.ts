// Defines the kinds for whole numbers with bounds and for doubles.
import { column } from '../../storage/table.ts'
import { bareValue, invalid, wrongType } from '../checks.ts'
import type { Field, Traits } from '../field.ts'
import { numberOutput, outputOf } from '../output.ts'
import { displayedPart, type Source, type ValuePart } from '../part.ts'
import { integerType, numberType } from '../types.ts'
import type { ValueType } from '../value-type.ts'

type Bounds = { min?: number; max?: number; decimalPlaces?: number }

const partOf = (name: string, source: Source, type: ValueType): ValuePart => {
  const inner = { output: numberOutput(source), operand: { type, sources: [source] } }
  const display = outputOf(source, (value, context) => JSON.stringify(context.locale.number(Number(value))))
  return displayedPart(name, inner, display)
}

function checkBounds(value: number, { min, max }: Bounds): string | null {
  if (min !== undefined && value < min) return `must not be less than ${min}`
  if (max !== undefined && value > max) return `must not be more than ${max}`
  return null
}

export function integer(spec: Traits & Bounds): Field {
  const { min = -2147483648, max = 2147483647, ...traits } = spec
  return {
    traits,
    schema: { type: 'IntegerField' },
    columns: c => [column(c, 'integer')],
    part: ({ name, join, column: c }) => partOf(name, { join, column: c }, integerType),
    parse: (sent, c, _list, context) => {
      const value = bareValue(sent)
      if (value === null) return { columns: { [c]: null } }
      if (typeof value !== 'number') return wrongType(context, 'a whole number', value)
      if (!Number.isInteger(value)) return invalid(context, 'takes a whole number')
      const wrong = checkBounds(value, { min, max })
      return wrong ? invalid(context, wrong) : { columns: { [c]: value } }
    },
  }
}

export function number(spec: Traits & Bounds): Field {
  const { min, max, decimalPlaces, ...traits } = spec
  return {
    traits,
    schema: { type: 'NumericField', attributes: decimalPlaces === undefined ? {} : { DecimalPlaces: decimalPlaces } },
    columns: c => [column(c, 'real')],
    part: ({ name, join, column: c }) => partOf(name, { join, column: c }, numberType),
    parse: (sent, c, _list, context) => {
      const value = bareValue(sent)
      if (value === null) return { columns: { [c]: null } }
      if (typeof value !== 'number') return wrongType(context, 'a number', value)
      const wrong = checkBounds(value, { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) })
      if (wrong) return invalid(context, wrong)
      if (decimalPlaces !== undefined && Number(value.toFixed(decimalPlaces)) !== value) {
        return invalid(context, `takes at most ${decimalPlaces} decimal places`)
      }
      return { columns: { [c]: value } }
    },
  }
}
