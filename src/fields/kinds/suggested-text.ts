// Text with suggestions: any text may be written, and the options of its list are offered, not imposed.

import { isObject, member } from '../../base/json.ts'
import { checkText } from '../checks.ts'
import type { DefaultItem, Field, Traits } from '../field.ts'
import { outputOf } from '../output.ts'
import { partsOf } from '../part.ts'
import { foldedPair, text, textColumns } from './text.ts'

export function suggestedText(spec: Traits & { list: string; max: number; defaults?: readonly DefaultItem[] }): Field {
  const { list, max, defaults, ...traits } = spec
  const plain = text({ ...traits, max })
  return {
    kind: 'suggestedText',
    traits,
    schema: { type: 'EnumField<StringItem>', attributes: { MaxLength: max }, hasOption: true },
    columns: textColumns,
    part: place => {
      const part = plain.part(place)
      const key = outputOf({ join: place.join, column: place.column }, (value, context) => {
        const item = context.optionNamed(list, String(value))
        return item ? `"${item.key}"` : 'null'
      })
      return {
        ...part,
        arrayOfOne: true,
        parts: partsOf(...(part.parts?.values() ?? []), { name: 'Key', output: key }),
      }
    },
    parse: (value, c, _list, context) => {
      const bare = isObject(value) ? (member(value, 'DisplayValue') ?? member(value, 'Value') ?? value) : value
      const checked = checkText(bare, max, context)
      return checked === undefined ? null : { columns: foldedPair(c, checked) }
    },
    optionSource: { list, free: true, ...(defaults ? { defaults } : {}) },
  }
}
