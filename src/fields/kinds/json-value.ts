// Defines the kinds for JSON that is stored and read as it is: an array, such as the changes of a history row, or any value.
import { isObject } from '../../base/json.ts'
import { column } from '../../storage/table.ts'
import { invalid, wrongType } from '../checks.ts'
import type { Field, ParseContext, Traits } from '../field.ts'
import { outputOf } from '../output.ts'
import { partsOf, valuePart } from '../part.ts'

/**
 * `members` has the meanings of the members of an element, which an array selector can choose from; `shown` turns the stored JSON text
 * into the text that a Read gives.
 */
export function jsonList(
  spec: Traits & {
    members: Readonly<Record<string, string>>
    shown?: (stored: string) => string
    check?: (value: unknown, context: ParseContext) => unknown[] | null
  },
): Field {
  const { members, shown = String, check, ...traits } = spec
  return {
    traits,
    schema: { type: 'ListField<Object>' },
    columns: c => [column(c, 'text')],
    part: ({ name, join, column: c }) => {
      const source = { join, column: c }
      const parts = Object.entries(members).map(
        ([member, doc]) => ({ shape: 'jsonMember', name: member, doc }) as const,
      )
      const output = outputOf(source, value => shown(value as string))
      return { shape: 'jsonList', name, source, shown, output, parts: partsOf(...parts) }
    },
    ...(check
      ? {
          parse: (value: unknown, c: string, _list: string, context: ParseContext) => {
            const checked = check(value, context)
            return checked === null ? null : { columns: { [c]: JSON.stringify(checked) } }
          },
        }
      : {}),
  }
}

/** Any JSON value, or any `object`, which is neither searched nor selected in part. `max` is the length of its text. */
export function jsonValue(spec: Traits & { max: number; object?: true }): Field {
  const { max, object, ...traits } = spec
  return {
    traits,
    schema: { type: 'JsonField', attributes: { MaxLength: max } },
    valueIsMember: true,
    columns: c => [column(c, 'text')],
    part: ({ name, join, column: c }) => valuePart(name, { output: outputOf({ join, column: c }, String) }),
    parse: (value, c, _list, context) => {
      if (value === null || value === '') return { columns: { [c]: null } }
      if (object && !isObject(value)) return wrongType(context, 'an object', value)
      const text = JSON.stringify(value)
      if (text.length <= max) return { columns: { [c]: text } }
      return invalid(context, `is JSON of at most ${max} characters`)
    },
  }
}
