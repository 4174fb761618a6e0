// Defines the kind for text with suggestions: any text may be written, and an option list proposes some.
import { isObject, member } from '../../base/json.ts'
import { checkText } from '../checks.ts'
import type { Field, Traits } from '../field.ts'
import type { DefaultItem } from '../option-source.ts'
import { outputOf } from '../output.ts'
import { partsOf, valuePart } from '../part.ts'
import { foldedPair, textColumns, textPart } from './text.ts'

export function suggestedText(spec: Traits & { list: string; max: number; defaults?: readonly DefaultItem[] }): Field {
  const { list, max, defaults, ...traits } = spec
  return {
    traits,
    schema: { type: 'EnumField<StringItem>', attributes: { MaxLength: max }, hasOption: true },
    columns: textColumns,
    part: place => {
      const part = textPart(place.name, place.join, place.column)
      const key = outputOf({ join: place.join, column: place.column }, (value, context) => {
        const item = context.optionNamed(list, String(value))
        return item ? `"${item.key}"` : 'null'
      })
      return {
        ...part,
        arrayOfOne: true,
        parts: partsOf(...part.parts.values(), valuePart('Name', part), valuePart('Key', { output: key })),
      }
    },
    parse: (value, c, _list, context) => {
      const bare = isObject(value)
        ? (member(value, 'DisplayValue') ?? member(value, 'Name') ?? member(value, 'Value') ?? value)
        : value
      const checked = checkText(bare, max, context)
      return checked === undefined ? null : { columns: foldedPair(c, checked) }
    },
    optionSource: { list, free: true, ...(defaults ? { defaults } : {}) },
  }
}
