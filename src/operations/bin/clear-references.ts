// When a record is removed for good, the keys that led to it are cleared, so that none of them leads nowhere.
import { columnOf, type Entity } from '../../entities/entity.ts'
import { entities } from '../../entities/index.ts'
import { presenceOf } from '../../fields/part-access.ts'
import { listTableOf } from '../../model/tables.ts'
import type { RowStore } from '../rows/row-store.ts'

/** Where keys of an entity are kept: as a column, as a mixed key's pair of columns, as a list's items. */
interface Places {
  readonly columns: readonly { table: string; column: string }[]
  readonly mixed: readonly { table: string; column: string }[]
  readonly lists: readonly string[]
}

const known = new Map<string, Places>()

function placesOf(name: string): Places {
  let places = known.get(name)
  if (!places) {
    const found = entities.map(entity => placesIn(entity, name))
    places = {
      columns: found.flatMap(p => p.columns),
      mixed: found.flatMap(p => p.mixed),
      lists: found.flatMap(p => p.lists),
    }
    known.set(name, places)
  }
  return places
}

function placesIn(entity: Entity, name: string): Places {
  const columns = new Map<string, { table: string; column: string }>()
  const mixed: { table: string; column: string }[] = []
  const lists: string[] = []
  for (const [fieldName, field] of Object.entries(entity.fields)) {
    const target = field.schema.attributes?.RefersTo
    const column = columnOf(fieldName, field)
    if (field.list && field.schema.type === `ListField<${name}>`) lists.push(listTableOf(entity, column))
    // History goes with its record, so its key is never left over.
    if (Array.isArray(target) && target.includes(name) && field.parse && entity.name !== 'History') {
      mixed.push({ table: entity.table, column })
    }
    if (target !== name) continue
    const part = field.part({ name: fieldName, join: root(entity), column, listTable: '' })
    const via = presenceOf(part)?.[0]?.column
    if (via !== undefined && via !== 'id') columns.set(via, { table: entity.table, column: via })
  }
  return { columns: [...columns.values()], mixed, lists }
}

const root = (entity: Entity) => ({ path: '', from: null, table: entity.table, on: [] })

export async function clearReferences(rows: RowStore, name: string, ids: readonly string[]): Promise<void> {
  const { columns, mixed, lists } = placesOf(name)
  for (const { table, column } of columns) await rows.update(table, { [column]: null }, { [column]: ids })
  for (const { table, column } of mixed) {
    const [kind, id] = [`${column}_kind`, `${column}_id`]
    await rows.update(table, { [kind]: null, [id]: null }, { [kind]: name, [id]: ids })
  }
  for (const table of lists) await rows.remove(table, { item: ids })
}
