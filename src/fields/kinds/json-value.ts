// A value that is kept as JSON and read as it is: the changes of a history row, the columns of a column setup.
import { column } from '../../storage/table.ts'
import type { Field, ParseContext, Traits } from '../field.ts'
import { outputOf } from '../output.ts'
import { partsOf } from '../part.ts'

/** `members` are what each element has, so that an array selector can choose among them. */
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
