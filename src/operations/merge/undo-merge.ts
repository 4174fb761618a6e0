// Undoes a merge as part of the restore of a merged record: what still belongs to the survivor goes back.
import type { Problems } from '../../base/errors.ts'
import type { RecordRow } from '../../entities/entity.ts'
import { externalKeyTable, heldBy } from '../../fields/kinds/external-keys.ts'
import { encodeKey } from '../../fields/record-key.ts'
import type { ModelEntity } from '../../model/model.ts'
import { topics } from '../../storage/nodes/topics.ts'
import type { Draft } from '../record/draft.ts'
import { recordSaved } from '../record/record-history.ts'
import type { WriteSetting } from '../record/rule-context.ts'
import { deriveColumns, hasChanges, saveDraft } from '../record/save-record.ts'
import { aliasTable, survivorIn } from '../rows/aliases.ts'
import { lockRecord } from '../rows/record-access.ts'
import type { RowStore } from '../rows/row-store.ts'
import { survivorDraft } from './filled-survivor.ts'
import { type Journal, kept, sameKept, unkept } from './journal.ts'
import { counts, returnRecords } from './moved-records.ts'
import { settleAddresses, settleContacts } from './settled-parts.ts'

/** Members of the answer to a Restore of a merged record. */
export interface UndoneMerge {
  /** The record that it had been merged into. */
  readonly Survivor: string
  readonly Returned: Readonly<Record<string, number>>
  /** Records that the survivor had got and has no more. */
  readonly Left: Readonly<Record<string, number>>
  /** Fields that the survivor had got and that were changed since. */
  readonly Kept: readonly string[]
}

/** Null when the record was not merged, or the undo was refused. The record is live again. */
export async function undoMerge(
  entity: ModelEntity,
  id: string,
  path: string,
  { rows, context }: Pick<WriteSetting, 'rows' | 'context'>,
  problems: Problems,
): Promise<UndoneMerge | null> {
  const alias = await rows.one(aliasTable, { id })
  if (!alias) return null
  const direct = alias.survivor as string
  const survivor = (await survivorIn(rows, id)) as string
  const { table } = entity.entity
  const exists = await rows.one(table, { id: survivor })
  const found = exists && (await lockRecord(rows, context.catalog.model, context.caller, entity, survivor))
  const key = encodeKey(entity.name, survivor)
  if (exists && !found?.mayWrite) {
    const why = exists.deleted === null ? 'may not be written' : 'is in the recycle bin; restore it first'
    problems.add('RuleViolated', `${path}.Key`, `${path}.Key: the record ${key}, which it was merged into, ${why}.`)
    return null
  }
  const journal = alias.journal === null ? null : (JSON.parse(alias.journal as string) as Journal)
  await rows.remove(aliasTable, { id })
  await rows.update(table, { merged_into: null }, { id })
  await rows.tx.publish(topics.alias, rows.db)
  if (!journal || !found) return { Survivor: key, Returned: {}, Left: {}, Kept: [] }
  const { returned, left } = await returnRecords(rows, journal, { from: id, survivor })
  for (const [source_f, name] of journal.externalKeys) {
    const held = { ...heldBy(entity.name), source_f, key: name }
    await rows.update(externalKeyTable.name, { owner: id }, { ...held, owner: survivor })
  }
  const draft = survivorDraft(entity, path, found.row)
  const Kept = direct === survivor ? await takeBack(draft, journal, rows) : Object.keys(journal.fields)
  Object.assign(draft.row, entity.entity.merge?.settle?.(draft.row))
  deriveColumns(draft)
  if (hasChanges(draft)) {
    await saveDraft(draft, rows, context)
    await recordSaved(draft, rows, context)
  }
  const own = (await rows.one(table, { id })) as RecordRow
  for (const row of [draft.row, own]) {
    await settleAddresses(rows, entity.name, row.id as string)
    await settleContacts(rows, entity.name, row)
  }
  return { Survivor: key, Returned: counts(returned), Left: counts(left), Kept }
}

/** Gives the survivor its former values, except in fields that were changed since; returns the names of those. */
async function takeBack(draft: Draft, { columns, fields, udfs, lists }: Journal, rows: RowStore): Promise<string[]> {
  const changed: string[] = []
  for (const [name, ofField] of Object.entries(fields)) {
    const isSame = ofField.every(column => sameKept(kept(draft.row[column]), columns[column]?.[1] ?? null))
    if (!isSame) changed.push(name)
    else for (const column of ofField) draft.row[column] = unkept(columns[column]?.[0] ?? null)
  }
  for (const [typeId, values] of Object.entries(udfs)) {
    const field = draft.entity.all.find(({ udf }) => String(udf?.typeId) === typeId)
    const stored = await rows.one('udf_value', { owner: draft.id, type_id: Number(typeId) })
    if (!field || !stored) continue
    const isSame = Object.entries(values).every(([column, value]) => sameKept(kept(stored[column]), value))
    const columnsOf = Object.fromEntries(Object.keys(values).map(column => [column, null]))
    if (isSame) draft.udfs.set(Number(typeId), { field, stored, columns: columnsOf })
    else changed.push(field.name)
  }
  for (const { table, where, items } of lists) {
    for (const item of items) await rows.remove(table, { owner: draft.id, ...where, item: item as string })
  }
  return changed
}
