// Defines the kinds for JSON that is stored and read unchanged: an array, such as the changes of a history row, or any value.
import { isObject } from '../../base/text/json.ts'
import { column } from '../../storage/table.ts'
import { invalid, wrongType } from '../checks.ts'
import type { Field, ParseContext, Traits } from '../field.ts'
import { outputOf } from '../output.ts'
import { partsOf, valuePart } from '../part.ts'

/** `members` documents the members of an element, which an array selector can select. */
export function jsonList(
  spec: Traits & {
    members: Readonly<Record<string, string>>
    check?: (value: unknown, context: ParseContext) => unknown[] | null
  },
): Field {
  const { members, check, ...traits } = spec
  return {
    traits,
    schema: { type: 'ListField<Object>' },
    columns: c => [column(c, 'text')],
    part: ({ name, join, column: c }) => {
      const source = { join, column: c }
      const parts = Object.entries(members).map(
        ([member, doc]) => ({ shape: 'jsonMember', name: member, doc }) as const,
      )
      return { shape: 'jsonList', name, source, output: outputOf(source, String), parts: partsOf(...parts) }
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

/** Any JSON value, or any `object`, which cannot be searched or selected in part. `max` is the length of its text. */
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
