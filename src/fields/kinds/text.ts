// Defines the kind for text, which is stored as written and compared by its folded form.
import { fold } from '../../base/text/fold.ts'
import { column } from '../../storage/table.ts'
import { bareValue, checkText } from '../checks.ts'
import type { Field, Traits } from '../field.ts'
import type { OptionSource } from '../option-source.ts'
import { textOutput } from '../output.ts'
import { displayedPart, type Join, type ValuePart } from '../part.ts'
import { textType } from '../types.ts'

/** The columns of a text that is compared: as written, and folded. */
export const textColumns = (name: string) => [column(name, 'text'), column(`${name}_f`, 'text')]

const twins = new Map<string, string>()

/** The name of the folded column, cached since each write of a text needs it. */
function twinOf(name: string): string {
  const twin = twins.get(name) ?? `${name}_f`
  twins.set(name, twin)
  return twin
}

export const foldedPair = (name: string, text: string | null): Record<string, string | null> => ({
  [name]: text,
  [twinOf(name)]: text === null ? null : fold(text),
})

/** The part of a text column, which is compared by its folded twin. */
export function textPart(name: string, join: Join, c: string): ValuePart {
  const inner = {
    output: textOutput({ join, column: c }),
    operand: { type: textType, sources: [{ join, column: `${c}_f` }] },
  }
  return displayedPart(name, inner)
}

export function text(
  spec: Traits & {
    max: number
    multiline?: boolean
    pattern?: { test: RegExp; says: string }
    /** The texts that a rule of the entity takes. */
    optionSource?: OptionSource
  },
): Field {
  const { max, multiline, pattern, optionSource, ...traits } = spec
  return {
    traits,
    schema: {
      type: 'StringField',
      attributes: { MaxLength: max, ...(multiline ? { MultiLine: true } : {}) },
      ...(optionSource === undefined ? {} : { hasOption: true }),
    },
    columns: textColumns,
    part: ({ name, join, column: c }) => textPart(name, join, c),
    parse: (value, c, _list, context) => {
      const checked = checkText(bareValue(value), max, context)
      if (checked === undefined) return null
      if (checked !== null && pattern && !pattern.test.test(checked)) {
        context.problems.add('InvalidValue', context.path, `${context.path} ${pattern.says}.`)
        return null
      }
      return { columns: foldedPair(c, checked) }
    },
    ...(optionSource === undefined ? {} : { optionSource }),
  }
}
