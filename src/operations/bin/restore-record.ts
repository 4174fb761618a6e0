// Restores the whole unit of a deleted record while it can still be restored.
import type { Problems } from '../../base/errors.ts'
import type { RecordRow } from '../../entities/entity.ts'
import { encodeKey } from '../../fields/record-key.ts'
import type { ModelEntity } from '../../model/model.ts'
import type { OperationContext } from '../context.ts'
import { undoConversion } from '../convert/undo-conversion.ts'
import { type UndoneMerge, undoMerge } from '../merge/undo-merge.ts'
import { takeLostKeys } from '../record/external-keys.ts'
import { recordHistory } from '../record/record-history.ts'
import type { RecordRequest } from '../record/record-write.ts'
import type { WriteSetting } from '../record/rule-context.ts'
import { survivorIn } from '../rows/aliases.ts'
import { indexRecord } from '../rows/index-record.ts'
import { markDeleted } from '../rows/mark-deleted.ts'
import { allowedIds } from '../rows/record-access.ts'
import type { RowStore } from '../rows/row-store.ts'
import { parentLists, type Unit } from './delete-cascade.ts'
import { binContext, mayWriteAll } from './delete-record.ts'
import { namedRecord } from './named-record.ts'

/** The record that was restored, and the members of its answer besides the key. */
interface RestoredRecord {
  readonly id: string
  readonly answer: Partial<UndoneMerge> & { readonly LostExternalKeys?: readonly object[] }
}

/** Null when the restore was refused. `back` has the records that this request has already restored. */
export async function restoreRecord(
  request: RecordRequest,
  setting: WriteSetting,
  problems: Problems,
  back: Set<string>,
): Promise<RestoredRecord | null> {
  const { rows, context } = setting
  const { now, limits } = context
  const { entity, path } = request
  const id = await namedRecord(request, { rows, context }, problems, 'Restore')
  if (id === null) return null
  if (back.has(`${entity.name} ${id}`)) return { id, answer: {} }
  const here = `${path}.Key`
  const row = await rows.one(entity.entity.table, { id }, { lock: 'update' })
  if (!row) {
    const survivor = entity.entity.merge ? await survivorIn(rows, id) : null
    if (survivor === null) problems.add('UnknownKey', here, `${here}: there is no such ${entity.name}.`)
    else {
      const into = encodeKey(entity.name, survivor)
      problems.add('NotInBin', here, `${here}: the record was merged into ${into}, and its time in the bin is over.`)
    }
    return null
  }
  const unit: Unit = row.deleted === null ? new Map() : await takeOut(rows, context, row.deleted as string)
  // Access rules consider live records, so they are checked after the restore; a refusal rolls everything back.
  if (!(await mayRead(rows, context, entity, id))) {
    problems.add('UnknownKey', here, `${here}: there is no such ${entity.name}.`)
    return null
  }
  if (row.deleted === null && typeof row.conversion === 'string') {
    await undoConversion(row, path, setting, problems)
    return { id, answer: {} }
  }
  if (row.deleted === null || Number(row.deleted_at) + limits.binSeconds <= now) {
    problems.add('NotInBin', here, `${here}: the record is not in the recycle bin, or its time there is over.`)
    return null
  }
  if (!(await mayWriteAll(rows, context, unit))) {
    problems.add('AccessDenied', here, `${here}: something that would be restored with it may not be written.`)
    return null
  }
  const missing = await missingOwner(rows, context, unit)
  if (missing) {
    problems.add('RuleViolated', here, `${here}: the ${missing} that it belongs to is deleted; restore that one.`)
    return null
  }
  const before = problems.count
  const lost: object[] = []
  for (const [member, ids] of unit) {
    for (const one of ids) back.add(`${member} ${one}`)
    await bringBack(context.catalog.model.entity(member), [...ids], path, { rows, context }, problems)
    for (const { source, key, owner } of await takeLostKeys(rows, member, [...ids]))
      lost.push({ Key: encodeKey(member, owner), ExternalKey: { Source: source, Key: key } })
  }
  const undone = entity.entity.merge ? await undoMerge(entity, id, path, { rows, context }, problems) : null
  if (problems.count > before) return null
  return { id, answer: { ...undone, ...(lost.length > 0 && { LostExternalKeys: lost }) } }
}

async function mayRead(rows: RowStore, context: OperationContext, entity: ModelEntity, id: string): Promise<boolean> {
  const { caller, catalog } = context
  const found = await allowedIds(rows, catalog.model, caller, entity, [id], { mode: 'read', lock: 'update' })
  return found.has(id)
}

async function takeOut(rows: RowStore, { catalog }: OperationContext, name: string): Promise<Unit> {
  const unit: Unit = new Map()
  for (const entity of catalog.model.entities) {
    const { table } = entity.entity
    const ids = await rows.values(table, 'id', { deleted: name }, { lock: 'update' })
    if (ids.length === 0) continue
    unit.set(entity.name, new Set(ids))
    await markDeleted(rows, table, ids, { deleted: null, deleted_at: null, deleted_by: null })
  }
  return unit
}

/** The entity of an owner of the unit that is deleted or gone; null when all owners are live. */
async function missingOwner(rows: RowStore, context: OperationContext, unit: Unit): Promise<string | null> {
  const { catalog } = context
  for (const owner of catalog.model.entities) {
    for (const owned of owner.entity.owns ?? []) {
      const ids = [...(unit.get(owned.entity) ?? [])]
      if (ids.length === 0 || 'list' in owned) continue
      const { table } = catalog.model.entity(owned.entity).entity
      const [column, where] =
        'mixed' in owned ? [`${owned.mixed}_id`, { [`${owned.mixed}_kind`]: owner.name }] : [owned.column, {}]
      const owners = new Set(await rows.values(table, column, { id: ids, ...where }))
      const live = await rows.values(owner.entity.table, 'id', { id: [...owners], deleted: null }, { lock: 'share' })
      if (live.length < owners.size) return owner.name
    }
  }
  return orphaned(rows, context, unit)
}

async function orphaned(rows: RowStore, { catalog }: OperationContext, unit: Unit): Promise<string | null> {
  for (const [name, ids] of unit) {
    const homes = parentLists(catalog.model.entity(name))
    if (homes.length === 0) continue
    const housed = new Set<string>()
    for (const home of homes) {
      const links = await rows.select(home.table, { owner: [...ids] })
      const items = [...new Set(links.map(link => link.item as string))]
      const { table } = catalog.model.entity(home.entity).entity
      const live = new Set(await rows.values(table, 'id', { id: items, deleted: null }, { lock: 'share' }))
      for (const link of links) if (live.has(link.item as string)) housed.add(link.owner as string)
    }
    if (housed.size < ids.size) return homes[0]?.entity ?? null
  }
  return null
}

async function bringBack(
  entity: ModelEntity,
  ids: readonly string[],
  path: string,
  { rows, context }: Pick<WriteSetting, 'rows' | 'context'>,
  problems: Problems,
): Promise<void> {
  const { table, rules } = entity.entity
  const before = problems.count
  for (const row of await rows.select(table, { id: ids })) {
    const id = row.id as string
    const bin = binContext(rows, context, id, path, problems, row as RecordRow)
    await rules?.beforeRestore?.(bin)
    if (problems.count > before) continue
    await indexRecord(rows, entity.entity, row as RecordRow, null)
    await rules?.afterRestore?.(bin)
    const version = Number(row.version)
    await recordHistory(rows, context, { entity: entity.name, record: id, operation: 'Restore', version })
  }
}
