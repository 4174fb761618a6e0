// Defines the kind for text with suggestions: any text may be written, and an option list suggests some.
import { fold } from '../../base/text/fold.ts'
import { isObject, member } from '../../base/text/json.ts'
import { checkText } from '../checks.ts'
import type { Field, Traits } from '../field.ts'
import type { DefaultItem, FixedItem, OptionSource } from '../option-source.ts'
import { outputOf } from '../output.ts'
import { partsOf, valuePart } from '../part.ts'
import type { RenderContext } from '../render-context.ts'
import { foldedPair, textColumns, textPart } from './text.ts'

/** A list that administrators edit, or fixed items. */
type Suggestions =
  | { readonly list: string; readonly defaults?: readonly DefaultItem[] }
  | { readonly items: readonly FixedItem[] }

export function suggestedText(spec: Traits & { max: number } & Suggestions): Field {
  const { max, traits, source, keyOf } = suggestionsOf(spec)
  return {
    traits,
    schema: { type: 'EnumField<StringItem>', attributes: { MaxLength: max }, hasOption: true },
    columns: textColumns,
    part: place => {
      const part = textPart(place.name, place.join, place.column)
      const key = outputOf({ join: place.join, column: place.column }, (value, context) => {
        const known = keyOf(String(value), context)
        return known === undefined ? 'null' : `"${known}"`
      })
      return {
        ...part,
        arrayOfOne: true,
        optionSource: source,
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
    optionSource: source,
  }
}

interface SuggestedText {
  readonly max: number
  readonly traits: Traits
  readonly source: OptionSource
  /** The key of the item that has this text. */
  readonly keyOf: (text: string, context: RenderContext) => string | number | undefined
}

function suggestionsOf(spec: Traits & { max: number } & Suggestions): SuggestedText {
  if ('items' in spec) {
    const { max, items, ...traits } = spec
    const keys = new Map(items.map(({ key, name }) => [fold(name), key]))
    return { max, traits, source: { items }, keyOf: text => keys.get(fold(text)) }
  }
  const { max, list, defaults, ...traits } = spec
  const source = { list, free: true, ...(defaults ? { defaults } : {}) }
  return { max, traits, source, keyOf: (text, context) => context.optionNamed(list, text)?.key }
}
