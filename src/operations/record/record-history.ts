// Writes the history row and the event of a write.
import type { Caller } from '../../accounts/caller.ts'
import { fold } from '../../base/text/fold.ts'
import type { RecordOperation } from '../../entities/entity.ts'
import { recorded, schemaKind } from '../../entities/index.ts'
import type { RecordRef } from '../../entities/rules/types.ts'
import type { EventOperation } from '../../events/append.ts'
import type { RenderContext } from '../../fields/render-context.ts'
import type { OperationContext } from '../context.ts'
import { type RowStore, writtenOnce } from '../rows/row-store.ts'
import { changesOf } from './changes.ts'
import type { Draft } from './draft.ts'

interface RecordChange {
  readonly entity: string
  /** The identifier of the record; the absolute path of a row of Schema or of a setting. */
  readonly record: string
  readonly operation: RecordOperation
  /** After the write; null for Schema. */
  readonly version: number | null
  /** What changed, as JSON text. */
  readonly changes?: string
}

/** The name of each operation in an event. */
const operations: Readonly<Record<RecordOperation, EventOperation>> = {
  Create: 'created',
  Update: 'updated',
  Delete: 'deleted',
  Restore: 'restored',
  Merge: 'merged',
  Erase: 'erased',
}

/** The event has the id of the history row. */
export async function recordHistory(
  rows: RowStore,
  { caller, store, now, newId, cause }: OperationContext,
  { entity, record, operation, version, changes = '[]' }: RecordChange,
): Promise<void> {
  if (!recorded.includes(entity) && entity !== schemaKind) return
  const { application, uid } = caller
  const id = newId()
  await insertHistory(rows, { caller, now, id, cause }, { entity, record, operation, changes })
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
  await rows.event(event)
}

interface HistoryRow {
  readonly caller: Pick<Caller, 'uid' | 'application'>
  readonly now: number
  readonly id: string
  readonly cause?: RecordRef | undefined
}

/** A row of History without an event, for settings that are no record. Only administrators read it. */
export async function insertHistory(
  rows: RowStore,
  { caller: { uid, application }, now, id, cause }: HistoryRow,
  { entity, record, operation, changes = '[]' }: Omit<RecordChange, 'version'>,
): Promise<void> {
  await rows.insert('history', {
    id,
    parent_kind: entity,
    parent_id: record,
    operation,
    changes,
    cause_kind: cause?.kind ?? null,
    cause_id: cause?.id ?? null,
    ...writtenOnce({ uid, application, display: operation, now }),
  })
}

interface Change {
  readonly Field: string
  readonly Before: unknown
  readonly After: unknown
}

type Members = Readonly<Record<string, unknown>>

export const differ = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) !== JSON.stringify(b ?? null)

/** The members that differ, as History lists them. */
export const changedMembers = (old: Members, now: Members): Change[] =>
  [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter(name => differ(old[name], now[name]))
    .map(name => ({ Field: name, Before: old[name] ?? null, After: now[name] ?? null }))

/** The changes of a draft, as the history has them. */
export const changesIn = (draft: Draft, context: Pick<OperationContext, 'catalog' | 'locale' | 'now'>): string =>
  changesOf(draft, historyRender(context))

/** Records a draft that was just saved. */
export function recordSaved(draft: Draft, rows: RowStore, context: OperationContext): Promise<void> {
  return recordHistory(rows, context, {
    entity: draft.entity.name,
    record: draft.id,
    operation: draft.creating ? 'Create' : 'Update',
    version: draft.row.version as number,
    changes: changesIn(draft, context),
  })
}

/** History has values in their plain form, the same for every reader. */
export const historyRender = ({
  catalog,
  locale,
  now,
}: Pick<OperationContext, 'catalog' | 'locale' | 'now'>): RenderContext => ({
  locale,
  now,
  corporateCurrency: catalog.currency,
  option: (list, key) => catalog.list(list).byKey.get(key),
  principalName: principal => catalog.principals.get(principal) ?? null,
  optionNamed: (list, name) => catalog.list(list).byName.get(fold(name)),
})
