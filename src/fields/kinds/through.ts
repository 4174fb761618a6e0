// A field of another record, shown as if it were this one's: a stage's description comes from its set-up.
import { snakeCase } from '../../base/names.ts'
import type { Field, Traits } from '../field.ts'
import { joinById } from '../part.ts'

/** `via` is the key column of this record, `field` a field of the record it leads to, kept in `column` there. */
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
