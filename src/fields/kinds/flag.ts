// Defines the kind for true or false.
import { column, required } from '../../storage/table.ts'
import { bareValue, wrongType } from '../checks.ts'
import type { Field, Traits } from '../field.ts'
import { flagOutput, outputOf } from '../output.ts'
import { valuePart } from '../part.ts'
import { flagType } from '../types.ts'

/** With a `fallback` the flag always has a value. */
export function flag(spec: Traits & { fallback?: boolean }): Field {
  const { fallback, ...traits } = spec
  return {
    traits,
    schema: { type: 'BooleanField' },
    columns: c => [fallback === undefined ? column(c, 'flag') : required(c, 'flag', Number(fallback))],
    part: ({ name, join, column: c }) => {
      const source = { join, column: c }
      const inner = { output: flagOutput(source), operand: { type: flagType, sources: [source] } }
      const display = outputOf(source, (value, context) => JSON.stringify(context.locale.boolean(value !== 0)))
      return valuePart(name, inner, valuePart('Value', inner), valuePart('DisplayValue', { ...inner, output: display }))
    },
    parse: (sent, c, _list, context) => {
      const value = bareValue(sent)
      if (value === null) return { columns: { [c]: fallback === undefined ? null : Number(fallback) } }
      return typeof value === 'boolean'
        ? { columns: { [c]: Number(value) } }
        : wrongType(context, 'true or false', value)
    },
  }
}
