// Defines the kind for codes, which are compared to the letter: a currency, a scope, a client id.
import { column } from '../../storage/table.ts'
import { bareValue, checkText, invalid } from '../checks.ts'
import type { Field, Traits } from '../field.ts'
import type { OptionSource } from '../option-source.ts'
import { textOutput } from '../output.ts'
import { valuePart } from '../part.ts'
import { codeType } from '../types.ts'

type Spec = Traits & {
  max: number
  allowed?: { test: (code: string) => boolean; says: string }
  optionSource?: OptionSource
}

export function codeText(spec: Spec): Field {
  const { max, allowed, optionSource, ...traits } = spec
  return {
    traits,
    schema: { type: 'StringField', attributes: { MaxLength: max }, hasOption: optionSource !== undefined },
    columns: c => [column(c, 'text')],
    part: ({ name, join, column: c }) => {
      const inner = {
        output: textOutput({ join, column: c }),
        operand: { type: codeType, sources: [{ join, column: c }] },
      }
      return valuePart(name, inner, valuePart('Value', inner), valuePart('DisplayValue', inner))
    },
    parse: (value, c, _list, context) => {
      const checked = checkText(bareValue(value), max, context)
      if (checked === undefined) return null
      if (checked !== null && allowed && !allowed.test(checked)) return invalid(context, allowed.says)
      return { columns: { [c]: checked } }
    },
    ...(optionSource === undefined ? {} : { optionSource }),
  }
}
