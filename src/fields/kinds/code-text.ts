// Defines the kind for codes, which are compared exactly: a currency, a scope, a client id.
import { firstMember, isObject } from '../../base/text/json.ts'
import { column } from '../../storage/table.ts'
import { checkText, invalid } from '../checks.ts'
import type { Field, Traits } from '../field.ts'
import type { OptionSource } from '../option-source.ts'
import { textOutput } from '../output.ts'
import { valuePart } from '../part.ts'
import { codeType } from '../types.ts'

type Spec = Traits & {
  max: number
  allowed?: { test: (code: string) => boolean; says: string }
  optionSource?: OptionSource
  /** A further name of the code as a sub-field: `CurrencyCode: {Code}`. */
  face?: string
}

export function codeText(spec: Spec): Field {
  const { max, allowed, optionSource, face, ...traits } = spec
  const faces = ['Value', 'DisplayValue', ...(face === undefined ? [] : [face])]
  return {
    traits,
    schema: { type: 'StringField', attributes: { MaxLength: max }, hasOption: optionSource !== undefined },
    columns: c => [column(c, 'text')],
    part: ({ name, join, column: c }) => {
      const inner = {
        output: textOutput({ join, column: c }),
        operand: { type: codeType, sources: [{ join, column: c }] },
      }
      return valuePart(name, inner, ...faces.map(sub => valuePart(sub, inner)))
    },
    parse: (value, c, _list, context) => {
      const bare = isObject(value) ? (firstMember(value, face ?? 'Value', 'Value') ?? value) : value
      const checked = checkText(bare, max, context)
      if (checked === undefined) return null
      if (checked !== null && allowed && !allowed.test(checked)) return invalid(context, allowed.says)
      return { columns: { [c]: checked } }
    },
    ...(optionSource === undefined ? {} : { optionSource }),
  }
}
