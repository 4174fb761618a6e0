// Writes the rows of a record: its own, those of its lists and user-defined fields, and its search words.
import { fold } from '../../base/text/fold.ts'
import type { RecordRow } from '../../entities/entity.ts'
import type { OperationContext } from '../context.ts'
import { indexRecord } from '../rows/index-record.ts'
import type { RowStore } from '../rows/row-store.ts'
import type { Draft, ListChange } from './draft.ts'

/** Computes the columns that depend on others. */
export function deriveColumns({ entity, row }: Draft): void {
  Object.assign(row, entity.entity.derive?.(row))
  const display = entity.entity.display(row) ?? null
  row.display = display
  row.display_f = display === null ? null : fold(display)
}

/** The columns that the write changes; empty when nothing changes. */
function changedColumns({ before, row }: Draft): RecordRow {
  return Object.fromEntries(Object.entries(row).filter(([name, value]) => (before[name] ?? null) !== (value ?? null)))
}

export const hasChanges = (draft: Draft): boolean =>
  Object.keys(changedColumns(draft)).length > 0 ||
  [...draft.lists.values()].some(listChanged) ||
  [...draft.udfs.values()].some(udf => !sameValues(udf.columns, udf.stored))

const sameValues = (columns: RecordRow, stored: RecordRow): boolean =>
  Object.entries(columns).every(([name, value]) => (stored[name] ?? null) === (value ?? null))

function listChanged({ rows: { rows }, stored }: ListChange): boolean {
  return rows.length !== stored.length || rows.some((row, i) => !sameValues(row, stored[i] as RecordRow))
}

/** Writes a draft with its Version, its author and its time. */
export async function saveDraft(
  draft: Draft,
  rows: RowStore,
  { now, caller }: Pick<OperationContext, 'now' | 'caller'>,
): Promise<void> {
  const { row, before, creating } = draft
  row.version = creating ? 1 : Number(before.version) + 1
  if (creating) {
    row.creator ??= caller.uid
    row.created ??= now
    row.modified_by ??= caller.uid
    row.modified ??= now
    await insertRecord(draft, rows)
  } else {
    row.modified_by = caller.uid
    row.modified = now
    await updateRecord(draft, rows)
  }
}

async function insertRecord(draft: Draft, rows: RowStore): Promise<void> {
  draft.row.id = draft.id
  await rows.insert(draft.entity.entity.table, draft.row)
  await saveSideRows(draft, rows)
}

async function updateRecord(draft: Draft, rows: RowStore): Promise<void> {
  await rows.update(draft.entity.entity.table, changedColumns(draft), { id: draft.id })
  await saveSideRows(draft, rows)
}

async function saveSideRows(draft: Draft, rows: RowStore): Promise<void> {
  for (const change of draft.lists.values())
    if (draft.creating || listChanged(change)) await saveList(draft, change, rows)
  for (const [typeId, { columns, stored }] of draft.udfs) {
    if (Object.keys(columns).length === 0 || (!draft.creating && sameValues(columns, stored))) continue
    if (!draft.creating) await rows.remove('udf_value', { owner: draft.id, type_id: typeId })
    const filled = Object.values(columns).some(value => value !== null)
    if (filled) await rows.insert('udf_value', { ...columns, owner: draft.id, type_id: typeId })
  }
  const { entity, creating, before, row } = draft
  await indexRecord(rows, entity.entity, row, creating ? null : before, creating)
}

async function saveList({ id, creating }: Draft, { rows: list }: ListChange, rows: RowStore): Promise<void> {
  if (!creating) await rows.remove(list.table, { [list.owner]: id, ...list.where })
  for (const row of list.rows) await rows.insert(list.table, { ...row, ...list.where, [list.owner]: id })
}
