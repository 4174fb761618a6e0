// Defines the kind for an array that is stored as JSON and read as it is, such as the changes of a history row.
import { column } from '../../storage/table.ts'
import type { Field, ParseContext, Traits } from '../field.ts'
import { outputOf } from '../output.ts'
import { partsOf } from '../part.ts'

/**
 * `members` names the members of an element, which an array selector can choose from; `shown` turns the stored JSON text
 * into the text that a Read gives.
 */
export function jsonList(
  spec: Traits & {
    members: readonly string[]
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
      const parts = members.map(member => ({ shape: 'jsonMember', name: member }) as const)
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
