// Writes other records as part of a write, each with its own Version, history and event, and without its rules.
import { Problems } from '../../base/errors.ts'
import type { OtherRecords } from '../../entities/rules/types.ts'
import type { Row } from '../../storage/store.ts'
import type { OperationContext } from '../context.ts'
import { unindexRecord } from '../rows/index-record.ts'
import { markDeleted } from '../rows/mark-deleted.ts'
import type { RowStore } from '../rows/row-store.ts'
import { type Draft, emptyDraft } from './draft.ts'
import { recordHistory, recordSaved } from './record-history.ts'
import { deriveColumns, hasChanges, saveDraft } from './save-record.ts'

interface OtherSetting {
  readonly rows: RowStore
  readonly context: OperationContext
  /** Generated data has no history. */
  readonly unrecorded?: boolean
}

const noMembers = { fields: new Map(), key: undefined, version: undefined }

export function otherRecords({ rows, context, unrecorded = false }: OtherSetting): OtherRecords {
  const { catalog, caller, now, newId } = context
  const save = async (name: string, id: string, before: Row | null, columns: Row) => {
    const entity = catalog.model.entity(name)
    const empty = emptyDraft(entity, name, noMembers, new Problems(), before ?? {})
    const draft: Draft = { ...empty, creating: before === null, id }
    Object.assign(draft.row, columns)
    deriveColumns(draft)
    if (!draft.creating && !hasChanges(draft)) return
    await saveDraft(draft, rows, context)
    if (!unrecorded) await recordSaved(draft, rows, context)
  }
  return {
    createRecord: (name, row) => save(name, (row.id as string | null) ?? newId(), null, row),
    changeRecord: async (name, id, columns) => {
      const { table } = catalog.model.entity(name).entity
      const before = await rows.one(table, { id, deleted: null }, { lock: 'update' })
      if (before) await save(name, id, before, columns)
    },
    deleteRecord: async (name, id) => {
      const { entity } = catalog.model.entity(name)
      const columns = { deleted: newId(), deleted_at: now, deleted_by: caller.uid }
      const version = (await markDeleted(rows, entity.table, [id], columns)).get(id) ?? null
      await unindexRecord(rows, entity, id)
      if (!unrecorded) await recordHistory(rows, context, { entity: name, record: id, operation: 'Delete', version })
    },
  }
}
