// Clears the keys that lead to records when these are removed for good, so that no key leads nowhere.
import { columnOf, type Entity } from '../../entities/entity.ts'
import { entities } from '../../entities/index.ts'
import type { KeyPlace } from '../../fields/field.ts'
import { listTableOf } from '../../model/tables.ts'
import type { RowStore } from '../rows/row-store.ts'

/** A statement that clears the keys of some records in one place. */
type Clear = (rows: RowStore, ids: readonly string[]) => Promise<unknown>

const known = new Map<string, readonly Clear[]>()

export async function clearReferences(rows: RowStore, name: string, ids: readonly string[]): Promise<void> {
  let places = known.get(name)
  if (!places) {
    places = entities.flatMap(entity => clearsIn(entity, name))
    known.set(name, places)
  }
  for (const clear of places) await clear(rows, ids)
}

/** One statement for each place of the entity that holds keys of `name`: several fields may share a column. */
function clearsIn(entity: Entity, name: string): Clear[] {
  // The history of a record is removed with the record, so no key in it is left over.
  if (entity.name === 'History') return []
  const found = new Map<string, Clear>()
  for (const [fieldName, field] of Object.entries(entity.fields)) {
    const column = columnOf(fieldName, field)
    for (const place of field.keys?.(column, listTableOf(entity, column)) ?? []) {
      const clear = clearOf(place, entity.table, name)
      if (clear) found.set(JSON.stringify(place), clear)
    }
  }
  return [...found.values()]
}

function clearOf(place: KeyPlace, entityTable: string, name: string): Clear | null {
  if ('entities' in place) {
    const { idColumn, entityColumn, entities: targets } = place
    if (!targets.includes(name)) return null
    return (rows, ids) =>
      rows.update(entityTable, { [entityColumn]: null, [idColumn]: null }, { [entityColumn]: name, [idColumn]: ids })
  }
  const { column, entity } = place
  if (entity !== name) return null
  if ('table' in place) return (rows, ids) => rows.remove(place.table, { [column]: ids })
  return (rows, ids) => rows.update(entityTable, { [column]: null }, { [column]: ids })
}
