// Text: stored as written, compared by its folded form beside it.
import { fold } from '../base/fold.ts'
import { column } from '../storage/table.ts'
import { checkText } from './checks.ts'
import type { Field, Traits } from './field.ts'
import { textOutput } from './output.ts'
import { partsOf } from './part.ts'
import { textType } from './types.ts'

/** The columns of a text that is compared: as written, and folded. */
export const textColumns = (name: string) => [column(name, 'text'), column(`${name}_f`, 'text')]

export const foldedPair = (name: string, text: string | null): Record<string, string | null> => ({
  [name]: text,
  [`${name}_f`]: text === null ? null : fold(text),
})

export function text(
  spec: Traits & { max: number; multiline?: boolean; pattern?: { test: RegExp; says: string } },
): Field {
  const { max, multiline, pattern, ...traits } = spec
  return {
    kind: 'text',
    traits,
    schema: { type: 'StringField', attributes: { MaxLength: max, ...(multiline ? { MultiLine: true } : {}) } },
    columns: textColumns,
    part: ({ name, join, column: c }) => {
      const output = textOutput({ join, column: c })
      const operand = { type: textType, sources: [{ join, column: `${c}_f` }] }
      const inner = { output, operand }
      return { name, ...inner, parts: partsOf({ name: 'Value', ...inner }, { name: 'DisplayValue', ...inner }) }
    },
    parse: (value, c, _list, context) => {
      const checked = checkText(value, max, context)
      if (checked === undefined) return null
      if (checked !== null && pattern && !pattern.test.test(checked)) {
        context.problems.add('InvalidValue', context.path, `${context.path} ${pattern.says}.`)
        return null
      }
      return { columns: foldedPair(c, checked) }
    },
  }
}
