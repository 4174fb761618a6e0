// Defines the kind for an array that is stored as JSON and read as it is, such as the changes of a history row.
import { column } from '../../storage/table.ts'
import type { Field, ParseContext, Traits } from '../field.ts'
import { outputOf } from '../output.ts'
import { partsOf } from '../part.ts'

/** `members` names the members of an element, which an array selector can choose from. */
export function jsonList(
  spec: Traits & { members: readonly string[]; check?: (value: unknown, context: ParseContext) => unknown[] | null },
): Field {
  const { members, check, ...traits } = spec
  return {
    traits,
    schema: { type: 'ListField<Object>' },
    columns: c => [column(c, 'text')],
    part: ({ name, join, column: c }) => {
      const source = { join, column: c }
      const parts = members.map(member => ({ shape: 'jsonMember', name: member }) as const)
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
