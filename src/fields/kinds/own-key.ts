// Defines the kinds for the key of the record itself, and for the key of the record that it was merged into.
import { column } from '../../storage/table.ts'
import type { Field, Traits } from '../field.ts'
import { keyPart } from './reference.ts'

export const ownKey = (spec: Traits & { entity: string }): Field => ({
  traits: { ...spec, column: 'id' },
  schema: { type: 'KeyField' },
  columns: () => [],
  part: ({ name, join }) => keyPart(name, { join, column: 'id' }, spec.entity),
})

/** No reference that a purge clears: the key of the survivor stays the answer to where the record is. */
export function mergedInto({ to, ...traits }: Traits & { to: string }): Field {
  return {
    traits: { ...traits, readOnly: true },
    schema: { type: 'KeyField', attributes: { RefersTo: to } },
    columns: c => [column(c, 'text')],
    part: place => keyPart(place.name, { join: place.join, column: place.column }, to),
  }
}
