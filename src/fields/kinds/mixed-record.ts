// Defines the kind for a record of one of several entities, which reads as its Key and DisplayValue.
import { snakeCase } from '../../base/text/names.ts'
import type { Field, Traits } from '../field.ts'
import { keyAndDisplay } from '../output.ts'
import { joinById, type Output, valuePart } from '../part.ts'
import { keyType } from '../types.ts'
import { mixedKeyOutput, referencePart } from './reference.ts'

/** `via` names the columns `<via>_kind` and `<via>_id` of a mixed key. Each entity is a sub-field, which is null for records of others. */
export function mixedRecord(spec: Traits & { to: readonly string[]; via: string }): Field {
  const { to, via, ...traits } = spec
  const type = keyType(to)
  return {
    traits: { ...traits, readOnly: true },
    schema: { type: 'ObjectField', attributes: { RefersTo: to } },
    columns: () => [],
    part: ({ name, join }) => {
      const [kind, id] = [
        { join, column: `${via}_kind` },
        { join, column: `${via}_id` },
      ]
      const reached = to.map(target =>
        joinById(join, `${via}_${snakeCase(target)}`, snakeCase(target), id.column, target),
      )
      const key = mixedKeyOutput(kind, id)
      const operand = { type, sources: [id] }
      const display: Output = {
        sources: [kind, ...reached.map(each => ({ join: each, column: 'display' }))],
        json: (row, at) => {
          const index = to.indexOf(String(row[at[0] as number]))
          return index < 0 ? 'null' : JSON.stringify(row[at[index + 1] as number] ?? null)
        },
      }
      return valuePart(
        name,
        { output: keyAndDisplay(key, display), operand, presence: [id] },
        valuePart('Key', { output: key, operand }),
        valuePart('DisplayValue', { output: display }),
        ...reached.map((each, i) => ({
          ...referencePart(to[i] as string, id, to[i] as string, each, true),
          doc: `The record if it is of the entity ${to[i]}, else null.`,
        })),
      )
    },
  }
}
