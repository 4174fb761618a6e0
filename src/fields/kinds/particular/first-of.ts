// Defines the kind for the first record of a list as a single key: written as a list of one, searched as the whole list.
import { column } from '../../../storage/table.ts'
import type { Field, Traits } from '../../field.ts'
import { records, recordsPart } from '../records.ts'
import { keyPart } from '../reference.ts'

/** `table` is the side table of the list; a rule of the entity keeps the column equal to its first element. */
export function firstOf(spec: Traits & { table: string; to: string }): Field {
  const { table, to, ...traits } = spec
  const all = records({ doc: '', to })
  return {
    traits,
    schema: { type: 'KeyField', attributes: { RefersTo: to } },
    columns: c => [column(c, 'text')],
    keys: c => [{ column: c, entity: to }],
    parseFirst: true,
    part: place => ({
      ...keyPart(place.name, { join: place.join, column: place.column }, to),
      searchAs: recordsPart(place.name, table, { to }),
    }),
    parse: (value, c, _listTable, context) => {
      const parsed = all.parse?.(value, c, table, context)
      return parsed ? { ...parsed, columns: { [c]: parsed.lists?.[0]?.rows[0]?.item ?? null } } : null
    },
  }
}
