// Defines the kind for a record of one of several entities, which reads as its Key and DisplayValue.
import { snakeCase } from '../../base/names.ts'
import type { Field, Traits } from '../field.ts'
import { keyAndDisplay } from '../output.ts'
import { type Join, joinById, type Output, type Source, valuePart } from '../part.ts'
import { mixedKeyOutput } from './reference.ts'

/** `via` names the columns `<via>_kind` and `<via>_id` of a mixed key. */
export function mixedRecord(spec: Traits & { to: readonly string[]; via: string }): Field {
  const { to, via, ...traits } = spec
  return {
    traits: { ...traits, readOnly: true },
    schema: { type: 'ObjectField', attributes: { RefersTo: to } },
    columns: () => [],
    part: ({ name, join }) => {
      const [kind, id] = [
        { join, column: `${via}_kind` },
        { join, column: `${via}_id` },
      ]
      const displays: Source[] = to.map(target => {
        const reached: Join = joinById(join, `${via}_${snakeCase(target)}`, snakeCase(target), id.column, target)
        return { join: reached, column: 'display' }
      })
      const key = mixedKeyOutput(kind, id)
      const display: Output = {
        sources: [kind, ...displays],
        json: (row, at) => {
          const index = to.indexOf(String(row[at[0] as number]))
          return index < 0 ? 'null' : JSON.stringify(row[at[index + 1] as number] ?? null)
        },
      }
      return valuePart(
        name,
        { output: keyAndDisplay(key, display), presence: [id] },
        valuePart('Key', { output: key }),
        valuePart('DisplayValue', { output: display }),
      )
    },
  }
}
