// Collects the unit of a delete: a record and everything that belongs to it.
import type { Ownership } from '../../entities/entity.ts'
import type { Model, ModelEntity } from '../../model/model.ts'
import type { RowStore } from '../rows/row-store.ts'

/** Identifiers of records by entity name. */
export type Unit = Map<string, Set<string>>

/** Locks records as they are found. The root is locked already, so no new record can be attached to it. */
export async function collectUnit(rows: RowStore, model: Model, root: ModelEntity, id: string): Promise<Unit> {
  const unit: Unit = new Map([[root.name, new Set([id])]])
  const loose: Unit = new Map()
  let frontier: [ModelEntity, string[]][] = [[root, [id]]]
  while (frontier.length > 0) {
    const next: [ModelEntity, string[]][] = []
    for (const [entity, ids] of frontier) {
      for (const owned of entity.entity.owns ?? []) {
        const target = model.entity(owned.entity)
        const found = await hanging(rows, entity, target, owned, ids)
        const fresh = addToUnit('list' in owned ? loose : unit, target.name, found)
        if (!('list' in owned) && fresh.length > 0) next.push([target, fresh])
      }
    }
    frontier = next
  }
  for (const [name, ids] of loose) {
    const entity = model.entity(name)
    const going = await withoutAnotherHome(rows, model, entity, [...ids], unit)
    const locked = await rows.values(entity.entity.table, 'id', { id: going, deleted: null }, { lock: 'update' })
    addToUnit(unit, name, locked)
  }
  return unit
}

/** Adds the identifiers, and returns those that are new. */
export function addToUnit(unit: Unit, entity: string, ids: readonly string[]): string[] {
  const known = unit.get(entity) ?? new Set<string>()
  const fresh = ids.filter(id => !known.has(id))
  for (const id of fresh) known.add(id)
  if (known.size > 0) unit.set(entity, known)
  return fresh
}

function hanging(
  rows: RowStore,
  owner: ModelEntity,
  target: ModelEntity,
  owned: Ownership,
  ids: readonly string[],
): Promise<string[]> {
  const { table } = target.entity
  if ('list' in owned) return rows.values(owned.list, 'owner', { item: ids })
  const narrowed = 'column' in owned ? owned.where : undefined
  return rows.values(
    table,
    'id',
    { ...narrowed, ...ownedBy(owner.name, owned, ids), deleted: null },
    { lock: 'update' },
  )
}

/** The condition that a record belongs to one of the owners by its key column or mixed key. */
export const ownedBy = (owner: string, owned: Exclude<Ownership, { list: string }>, ids: readonly string[]) =>
  'mixed' in owned ? { [`${owned.mixed}_kind`]: owner, [`${owned.mixed}_id`]: ids } : { [owned.column]: ids }

/** The lists by which records of an entity belong to others: an interaction stays while one of its entries does. */
export const parentLists = (entity: ModelEntity): readonly { table: string; entity: string }[] =>
  (entity.entity.access ?? []).flatMap(rule => (rule.rule === 'anyOf' ? rule.lists : []))

async function withoutAnotherHome(
  rows: RowStore,
  model: Model,
  entity: ModelEntity,
  ids: readonly string[],
  unit: Unit,
): Promise<string[]> {
  const staying = new Set<string>()
  for (const home of parentLists(entity)) {
    const links = await rows.select(home.table, { owner: ids })
    const others = links.filter(link => !unit.get(home.entity)?.has(link.item as string))
    const items = [...new Set(others.map(link => link.item as string))]
    const { table } = model.entity(home.entity).entity
    const live = new Set(await rows.values(table, 'id', { id: items, deleted: null }))
    for (const link of others) if (live.has(link.item as string)) staying.add(link.owner as string)
  }
  return ids.filter(id => !staying.has(id))
}
