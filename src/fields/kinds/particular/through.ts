// Defines the kind that shows a field of another record, such as the description of a stage's set-up.
import { snakeCase } from '../../../base/text/names.ts'
import type { Field, Traits } from '../../field.ts'
import { joinById } from '../../part.ts'

/** `via` is the key column of this record; `field` is a field of the record behind the key, stored there in `theirColumn`. */
export function through(
  spec: Omit<Traits, 'column'> & { via: string; to: string; field: Field; theirColumn: string },
): Field {
  const { via, to, field, theirColumn, ...traits } = spec
  return {
    traits: { ...traits, readOnly: true },
    schema: field.schema,
    columns: () => [],
    part: place => field.part({ ...place, join: joinById(place.join, via, snakeCase(to), via), column: theirColumn }),
  }
}
