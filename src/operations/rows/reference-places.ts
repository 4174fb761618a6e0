// Lists the places of the model that hold keys of an entity (columns, pairs of columns, side tables), and clears them.
import { columnOf, type Entity } from '../../entities/entity.ts'
import { entities } from '../../entities/index.ts'
import type { KeyPlace } from '../../fields/field.ts'
import { listTableOf } from '../../model/tables.ts'
import type { RowStore } from './row-store.ts'

/** A place in the records of `holder`. */
export interface ReferencePlace {
  readonly holder: Entity
  readonly place: KeyPlace
}

/** Each place once: several fields may share a column. The history of a record stays with the record. */
export function referencePlaces(target: string): ReferencePlace[] {
  const found = new Map<string, ReferencePlace>()
  for (const holder of entities) {
    if (holder.name === 'History') continue
    for (const [name, field] of Object.entries(holder.fields)) {
      const column = columnOf(name, field)
      for (const place of field.keys?.(column, listTableOf(holder, column)) ?? []) {
        const isTarget = 'entities' in place ? place.entities.includes(target) : place.entity === target
        if (isTarget) found.set(`${holder.name} ${JSON.stringify(place)}`, { holder, place })
      }
    }
  }
  return [...found.values()]
}

/** A statement that clears the keys of some records in one place. */
type Clear = (rows: RowStore, ids: readonly string[]) => Promise<unknown>

const known = new Map<string, readonly Clear[]>()

/** Clears references to records that are removed for good. */
export async function clearReferences(rows: RowStore, name: string, ids: readonly string[]): Promise<void> {
  let places = known.get(name)
  if (!places) {
    places = referencePlaces(name).map(place => clearOf(place, name))
    known.set(name, places)
  }
  for (const clear of places) await clear(rows, ids)
}

function clearOf({ holder, place }: ReferencePlace, name: string): Clear {
  if ('entities' in place) {
    const { idColumn, entityColumn } = place
    return (rows, ids) =>
      rows.update(holder.table, { [entityColumn]: null, [idColumn]: null }, { [entityColumn]: name, [idColumn]: ids })
  }
  const { column } = place
  if ('table' in place) return (rows, ids) => rows.remove(place.table, { [column]: ids })
  return (rows, ids) => rows.update(holder.table, { [column]: null }, { [column]: ids })
}
