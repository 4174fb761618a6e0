// Writes the history row and the event of a write.
import { fold } from '../../base/fold.ts'
import type { WriteOperation } from '../../entities/entity.ts'
import { recorded, schemaKind } from '../../entities/index.ts'
import { appendEvent, type EventOperation } from '../../events/append.ts'
import type { RenderContext } from '../../fields/render-context.ts'
import type { OperationContext } from '../context.ts'
import { type RowStore, writtenOnce } from '../rows/row-store.ts'
import { changesOf } from './changes.ts'
import type { Draft } from './draft.ts'

/** A write of one record. */
interface Written {
  readonly entity: string
  /** The identifier of the record; the absolute path of a row of Schema. */
  readonly record: string
  readonly operation: WriteOperation
  /** After the write; null for Schema. */
  readonly version: number | null
  /** What changed, as JSON text. */
  readonly changes?: string
}

/** What each operation is called in an event. */
const operations: Readonly<Record<WriteOperation, EventOperation>> = {
  Create: 'created',
  Update: 'updated',
  Delete: 'deleted',
  Restore: 'restored',
}

/** The event has the id of the history row. */
export async function recordHistory(
  rows: RowStore,
  { caller, store, now, newId }: OperationContext,
  { entity, record, operation, version, changes = '[]' }: Written,
): Promise<void> {
  if (!recorded.includes(entity) && entity !== schemaKind) return
  const { application, uid } = caller
  const id = newId()
  await rows.insert('history', {
    id,
    parent_kind: entity,
    parent_id: record,
    operation,
    changes,
    ...writtenOnce({ uid, application, display: operation, now }),
  })
  const event = {
    id,
    entity,
    record,
    operation: operations[operation],
    version,
    uid,
    application,
    at: store.clock.now(),
  }
  await appendEvent(rows.tx, rows.dialect, rows.db, event)
}

/** Records a draft that was just saved. */
export function recordSaved(draft: Draft, rows: RowStore, context: OperationContext): Promise<void> {
  return recordHistory(rows, context, {
    entity: draft.entity.name,
    record: draft.id,
    operation: draft.creating ? 'Create' : 'Update',
    version: draft.row.version as number,
    changes: changesOf(draft, historyRender(context)),
  })
}

/** History has values in their plain form, the same for every reader. */
const historyRender = ({ catalog, locale, now }: OperationContext): RenderContext => ({
  locale,
  now,
  corporateCurrency: catalog.currency,
  option: (list, key) => catalog.list(list).byKey.get(key),
  principalName: principal => catalog.principals.get(principal) ?? null,
  optionNamed: (list, name) => catalog.list(list).byName.get(fold(name)),
})
