// Writes the history row and the event of a write.
import { fold } from '../../base/fold.ts'
import type { WriteOperation } from '../../entities/entity.ts'
import { recorded, schemaKind } from '../../entities/index.ts'
import type { RenderContext } from '../../fields/render-context.ts'
import type { OperationContext } from '../context.ts'
import type { RowStore } from '../rows/row-store.ts'

export async function recordHistory(
  rows: RowStore,
  { caller, now, newId }: OperationContext,
  entity: string,
  id: string,
  operation: WriteOperation,
  changes = '[]',
): Promise<void> {
  if (!recorded.includes(entity) && entity !== schemaKind) return
  const { application, uid } = caller
  await rows.insert('history', {
    id: newId(),
    parent_kind: entity,
    parent_id: id,
    operation,
    changes,
    application,
    application_f: application === null ? null : fold(application),
    display: operation,
    display_f: fold(operation),
    creator: uid,
    created: now,
    modified_by: uid,
    modified: now,
    version: 1,
  })
  await rows.insert('event', { id: newId(), entity, record: id, operation, at: now, uid })
}

/** History has values in their plain form, the same for every reader. */
export const historyRender = ({ catalog, locale, now }: OperationContext): RenderContext => ({
  locale,
  now,
  corporateCurrency: catalog.currency,
  option: (list, key) => catalog.list(list).byKey.get(key),
  principalName: principal => catalog.principals.get(principal) ?? null,
  optionNamed: (list, name) => catalog.list(list).byName.get(fold(name)),
})
