// Runs Merge: makes one record of several, moves what refers to the others, and keeps their keys as aliases.
import { shareOf } from '../../accounts/caller.ts'
import { Problems, refuse } from '../../base/errors.ts'
import type { Entity, RecordRow } from '../../entities/entity.ts'
import { externalKeyTable, heldBy } from '../../fields/kinds/external-keys.ts'
import { encodeKey } from '../../fields/record-key.ts'
import { topics } from '../../storage/nodes/topics.ts'
import type { Unit } from '../bin/delete-cascade.ts'
import { type EntityRequest, type OperationContext, partDone } from '../context.ts'
import { changesOf } from '../record/changes.ts'
import type { Draft } from '../record/draft.ts'
import { historyRender, insertHistory, recordHistory } from '../record/record-history.ts'
import { deriveColumns, saveDraft } from '../record/save-record.ts'
import { aliasTable, survivorIn } from '../rows/aliases.ts'
import { unindexRecord } from '../rows/index-record.ts'
import { markDeleted } from '../rows/mark-deleted.ts'
import { lockRecord } from '../rows/record-access.ts'
import { RowStore } from '../rows/row-store.ts'
import { type Idempotency, once } from '../write/idempotency.ts'
import { fillSurvivor, type Gains, survivorDraft } from './filled-survivor.ts'
import { type ColumnChange, type Journal, kept } from './journal.ts'
import { type MergeRequest, readMergeRequest } from './merge-request.ts'
import { counts, moveRecords } from './moved-records.ts'
import { settleAddresses, settleContacts } from './settled-parts.ts'
import { restrictAccess } from './stricter-access.ts'

interface Setting {
  readonly request: EntityRequest
  readonly context: OperationContext
  readonly rows: RowStore
}

export async function merge(
  request: EntityRequest,
  context: OperationContext,
  idempotency: Idempotency | null,
): Promise<object> {
  const { entity, member } = request
  const { caller, store } = context
  if (entity.entity.adminWrites && !caller.admin)
    refuse('AdministratorRequired', member, `Only an administrator may write ${entity.name}.`)
  return store.write(
    tx => {
      const rows = new RowStore(tx, store.dialect, caller.db)
      // The keys are read here, since a repeated request names records that are merged already.
      const run = async () => mergeRecords(readMergeRequest(request, context), { request, context, rows })
      return idempotency ? once(rows, context, idempotency, run) : run()
    },
    { share: shareOf(caller), gone: context.gone },
  )
}

async function mergeRecords(asked: MergeRequest, setting: Setting): Promise<object> {
  const { request, context, rows } = setting
  const { entity } = request
  const { survivor, others } = await lockAll(asked, setting)
  const draft = survivorDraft(entity, asked.path, survivor)
  const moved: Unit = new Map()
  const lost: object[] = []
  const journals: { id: string; journal: Journal; staying: Unit }[] = []
  const reserved = new Set(asked.picks.keys())
  let access: object | null = null
  for (const [i, row] of others.entries()) {
    partDone(context, i, others.length)
    const id = row.id as string
    const before = { ...draft.row }
    const picked = new Set([...asked.picks].filter(([, from]) => from === id).map(([field]) => field))
    const gains = await fillSurvivor(draft, { id, row, picked }, reserved, rows)
    lost.push(...lostValues(draft, row, context))
    access = (await restrictAccess(draft, id, context.caller, rows)) ?? access
    const withParts = new Set(
      (entity.entity.merge?.together ?? []).flatMap(({ fields, parts }) =>
        parts && gains.fields[fields.join(', ')] ? [parts] : [],
      ),
    )
    const moves = await moveRecords(rows, { entity: entity.entity, from: id, to: draft.id, withParts })
    for (const [name, ids] of moves.moved) moved.set(name, new Set([...(moved.get(name) ?? []), ...ids]))
    const externalKeys = await moveExternalKeys(rows, entity.name, id, draft.id)
    const { columnMoves, listMoves, staying } = moves
    journals.push({ id, staying, journal: { ...noted(before, draft, gains), externalKeys, columnMoves, listMoves } })
  }
  partDone(context, others.length, others.length)
  clearSelfReferences(draft)
  deriveColumns(draft)
  const changes = JSON.parse(changesOf(draft, historyRender(context))) as object[]
  await saveDraft(draft, rows, context)
  await settleAddresses(rows, entity.name, draft.id)
  await settleContacts(rows, entity.name, draft.row)
  const keys = others.map(({ id }) => encodeKey(entity.name, id as string))
  const from = { Field: 'Merged', Before: null, After: keys }
  await recordHistory(rows, context, {
    entity: entity.name,
    record: draft.id,
    operation: 'Merge',
    version: draft.row.version as number,
    changes: JSON.stringify([...changes, from, ...lost]),
  })
  for (const each of journals) await retire(each, draft.id, setting)
  await rows.tx.publish(topics.alias, rows.db)
  const Key = encodeKey(entity.name, draft.id)
  const Data = { Key, Merged: keys, Moved: counts(moved), ...(access && { SecAccess: access }) }
  return { Data }
}

/** Locks the records in the order of their identifiers, so that merges of the same records wait for each other. */
async function lockAll(
  { survivor, from, path }: MergeRequest,
  { request: { entity }, context, rows }: Setting,
): Promise<{ survivor: RecordRow; others: RecordRow[] }> {
  const { catalog, caller } = context
  const problems = new Problems()
  const found = new Map<string, RecordRow>()
  for (const id of [survivor, ...from].sort()) {
    const at = id === survivor ? `${path}.Key` : `${path}.From[${from.indexOf(id)}]`
    const record = await lockRecord(rows, catalog.model, caller, entity, id)
    if (record?.mayWrite) found.set(id, record.row)
    else if (record) problems.add('AccessDenied', at, `${at}: the record may be read, but not written.`)
    else {
      const into = await survivorIn(rows, id)
      const why =
        into === null ? `there is no such ${entity.name}` : `it was merged into ${encodeKey(entity.name, into)}`
      problems.add(into === null ? 'UnknownKey' : 'RuleViolated', at, `${at}: ${why}.`)
    }
  }
  problems.throwIfAny()
  const one = found.get(survivor) as RecordRow
  const others = from.map(id => found.get(id) as RecordRow)
  others.forEach((row, i) => {
    const at = `${path}.From[${i}]`
    if (entity.entity.types && row.type !== one.type)
      problems.add('RuleViolated', at, `${at} is a ${row.type}, and ${path}.Key is a ${one.type}.`)
  })
  problems.throwIfAny()
  return { survivor: one, others }
}

/** The journal of what the survivor got from one record. */
function noted(
  before: RecordRow,
  draft: Draft,
  { fields, udfs, lists }: Gains,
): Pick<Journal, 'columns' | 'fields' | 'udfs' | 'lists'> {
  const columns: Record<string, ColumnChange> = {}
  for (const column of Object.values(fields).flat()) columns[column] = [kept(before[column]), kept(draft.row[column])]
  const values = Object.entries(udfs).map(([id, row]) => [
    id,
    Object.fromEntries(Object.entries(row).map(([column, value]) => [column, kept(value)])),
  ])
  return { columns, fields, udfs: Object.fromEntries(values), lists }
}

/** The values of a record that the survivor does not have, as History keeps them. */
function lostValues(draft: Draft, row: RecordRow, context: OperationContext): object[] {
  const compared = { ...survivorDraft(draft.entity, draft.path, row), row: { ...draft.row } }
  const changes = JSON.parse(changesOf(compared, historyRender(context))) as { Field: string; Before: unknown }[]
  const fixed = new Set(['Type', 'ParentKey', 'SecAccess'])
  return changes
    .filter(({ Field, Before }) => Before !== null && Before !== false && !fixed.has(Field))
    .map(({ Field, Before }) => ({ Field: `Merged/${Field}`, Before, After: null }))
}

async function moveExternalKeys(rows: RowStore, entity: string, from: string, to: string): Promise<[string, string][]> {
  const { name: table } = externalKeyTable
  const keys = await rows.select(table, { ...heldBy(entity), owner: from }, { order: 'position' })
  const first = (await rows.values(table, 'key', { ...heldBy(entity), owner: to })).length
  for (const [i, { source_f, key }] of keys.entries())
    await rows.update(table, { owner: to, position: first + i }, { ...heldBy(entity), source_f, key } as Record<
      string,
      string
    >)
  return keys.map(({ source_f, key }) => [source_f as string, key as string])
}

/** The survivor may have referred to a record that is now itself. */
function clearSelfReferences({ entity, row, id }: Draft): void {
  for (const field of entity.all) {
    for (const place of field.field.keys?.(field.column, field.listTable) ?? []) {
      if ('table' in place) continue
      const column = 'entities' in place ? place.idColumn : place.column
      if (row[column] === id && column !== 'id') row[column] = null
    }
  }
}

/** Moves a merged record to the bin, with what stays with it, and makes its key an alias. */
async function retire(
  { id, journal, staying }: { id: string; journal: Journal; staying: Unit },
  survivor: string,
  { request: { entity }, context, rows }: Setting,
): Promise<void> {
  const { now, caller, newId, catalog } = context
  const bin = { deleted: newId(), deleted_at: now, deleted_by: caller.uid }
  for (const [name, ids] of staying) {
    const declared: Entity = catalog.model.entity(name).entity
    await markDeleted(rows, declared.table, [...ids], bin)
    for (const one of ids) await unindexRecord(rows, declared, one)
  }
  await markDeleted(rows, entity.entity.table, [id], bin)
  await rows.update(entity.entity.table, { merged_into: survivor }, { id })
  await unindexRecord(rows, entity.entity, id)
  await rows.remove(aliasTable, { id })
  const alias = { id, kind: entity.name, survivor, journal: JSON.stringify(journal), at: now }
  await rows.insert(aliasTable, alias)
  const change = { Field: 'MergedInto', Before: null, After: encodeKey(entity.name, survivor) }
  await insertHistory(
    rows,
    { caller, now, id: newId() },
    { entity: entity.name, record: id, operation: 'Merge', changes: JSON.stringify([change]) },
  )
}
