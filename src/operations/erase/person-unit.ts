// Collects what Erase removes with an entry or a lead: what belongs to it, live or in the recycle bin, and what is about it alone.
import type { Entity, Ownership } from '../../entities/entity.ts'
import { entities } from '../../entities/index.ts'
import type { Model } from '../../model/model.ts'
import { addToUnit, ownedBy, type Unit } from '../bin/delete-cascade.ts'
import { aliasTable } from '../rows/aliases.ts'
import { referencePlaces } from '../rows/reference-places.ts'
import type { RowStore } from '../rows/row-store.ts'

/** The entities that a person is in: records that are about one of them alone go with it. */
const persons = ['AbEntry', 'Lead'] as const
/** Records of these may be about several persons. */
const shareable = ['Interaction', 'Appointment', 'Task'] as const

/** The entities of which records are erased: persons, and what belongs to them or is about them. */
export const erasedEntities = (): ReadonlySet<string> => {
  const found = new Set<string>([...persons, ...shareable])
  for (const name of found) {
    const entity = entities.find(one => one.name === name)
    for (const owned of [...(entity?.owns ?? []), ...(entity?.becomesFrom ?? [])]) found.add(owned.entity)
  }
  return found
}

interface PersonUnit {
  /** The records that are removed. */
  readonly unit: Unit
  /** The records that are about others too: the person is taken out of them. */
  readonly shared: Unit
}

export async function personUnit(rows: RowStore, model: Model, root: string, id: string): Promise<PersonUnit> {
  const unit = await ownedUnit(rows, model, root, id)
  const shared = await divide(rows, model, unit)
  return { unit, shared }
}

/** The person, with what belongs to it. */
export async function ownedUnit(rows: RowStore, model: Model, root: string, id: string): Promise<Unit> {
  const unit: Unit = new Map()
  let frontier: [string, string[]][] = [[root, addToUnit(unit, root, [id])]]
  while (frontier.length > 0) {
    const next: [string, string[]][] = []
    const take = (name: string, ids: readonly string[]) => {
      const added = addToUnit(unit, name, ids)
      if (added.length > 0) next.push([name, added])
    }
    for (const [name, ids] of frontier) {
      const { entity } = model.entity(name)
      if (entity.merge) take(name, await rows.values(aliasTable, 'id', { survivor: ids, kind: name }))
      for (const owned of [...(entity.owns ?? []), ...(entity.becomesFrom ?? [])])
        if (!('list' in owned))
          take(owned.entity, await hanging(rows, entity, model.entity(owned.entity).entity, owned, ids))
    }
    frontier = next
  }
  return unit
}

function hanging(
  rows: RowStore,
  { name }: Entity,
  { table }: Entity,
  owned: Exclude<Ownership, { list: string }>,
  ids: readonly string[],
): Promise<string[]> {
  return rows.values(table, 'id', ownedBy(name, owned, ids))
}

/** Finds the records that are about persons of the unit; those that are about no other live person join it. Returns the others. */
async function divide(rows: RowStore, model: Model, unit: Unit): Promise<Unit> {
  const shared: Unit = new Map()
  for (const [name, about] of await recordsAbout(rows, unit)) {
    const others = await aboutOthers(rows, model, name, [...about], unit)
    const alone = [...about].filter(id => !others.has(id))
    if (others.size > 0) shared.set(name, others)
    await addAlone(rows, model, unit, name, alone)
  }
  return shared
}

/** The records that are about persons of the unit, perhaps among others. */
export async function recordsAbout(rows: RowStore, unit: Unit): Promise<Unit> {
  const found: Unit = new Map()
  for (const name of shareable) {
    const about = new Set<string>()
    for (const person of persons) for (const id of await namers(rows, name, person, unit.get(person))) about.add(id)
    if (about.size > 0) found.set(name, about)
  }
  return found
}

/** Adds records that are about persons of the unit alone, with what belongs to them. */
async function addAlone(rows: RowStore, model: Model, unit: Unit, name: string, alone: string[]): Promise<void> {
  if (addToUnit(unit, name, alone).length === 0) return
  const { entity } = model.entity(name)
  for (const owned of entity.owns ?? []) {
    if ('list' in owned) continue
    addToUnit(unit, owned.entity, await hanging(rows, entity, model.entity(owned.entity).entity, owned, alone))
  }
}

/** Of records about persons of the unit those that are about no others, with what belongs to them. */
export async function aboutThemAlone(
  rows: RowStore,
  model: Model,
  { unit, name, ids }: { readonly unit: Unit; readonly name: string; readonly ids: readonly string[] },
): Promise<Unit> {
  const others = await aboutOthers(rows, model, name, ids, unit)
  const part: Unit = new Map()
  await addAlone(
    rows,
    model,
    part,
    name,
    ids.filter(id => !others.has(id)),
  )
  return part
}

const placesOf = (holder: string, person: string) => referencePlaces(person).filter(one => one.holder.name === holder)

/** The records of an entity that name one of the persons. */
async function namers(
  rows: RowStore,
  holder: string,
  person: string,
  ids: ReadonlySet<string> | undefined,
): Promise<string[]> {
  if (!ids) return []
  const found: string[] = []
  for (const {
    holder: { table },
    place,
  } of placesOf(holder, person)) {
    if ('table' in place) found.push(...(await rows.values(place.table, 'owner', { item: [...ids] })))
    else if ('entities' in place)
      found.push(...(await rows.values(table, 'id', { [place.entityColumn]: person, [place.idColumn]: [...ids] })))
    else found.push(...(await rows.values(table, 'id', { [place.column]: [...ids] })))
  }
  return found
}

/** Which of the records name a live person outside the unit. */
async function aboutOthers(
  rows: RowStore,
  model: Model,
  holder: string,
  ids: readonly string[],
  unit: Unit,
): Promise<Set<string>> {
  const others = new Set<string>()
  for (const person of persons) {
    const named: { readonly record: string; readonly person: string }[] = []
    for (const {
      holder: { table },
      place,
    } of placesOf(holder, person)) {
      if ('table' in place) {
        for (const { owner, item } of await rows.select(place.table, { owner: ids }))
          named.push({ record: owner as string, person: item as string })
        continue
      }
      const [column, where] =
        'entities' in place ? [place.idColumn, { [place.entityColumn]: person }] : [place.column, {}]
      for (const row of await rows.select(table, { id: ids, ...where }))
        if (row[column] !== null) named.push({ record: row.id as string, person: row[column] as string })
    }
    const outside = named.filter(one => !unit.get(person)?.has(one.person))
    const wanted = [...new Set(outside.map(one => one.person))]
    const live = new Set(await rows.values(model.entity(person).entity.table, 'id', { id: wanted, deleted: null }))
    for (const one of outside) if (live.has(one.person)) others.add(one.record)
  }
  return others
}
