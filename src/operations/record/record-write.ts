// Creates or updates one record inside the transaction of its request: checks, rules, rows, history, event.
import { Problems } from '../../base/errors.ts'
import { isEmpty } from '../../base/text/json.ts'
import type { RecordRow } from '../../entities/entity.ts'
import { readKey } from '../../fields/kinds/reference.ts'
import { encodeKey } from '../../fields/record-key.ts'
import type { ModelEntity } from '../../model/model.ts'
import type { OperationContext } from '../context.ts'
import { likelyDuplicates } from '../duplicates/likely-duplicates.ts'
import { survivorIn } from '../rows/aliases.ts'
import { lockRecord } from '../rows/record-access.ts'
import type { RowStore } from '../rows/row-store.ts'
import { markMandatory, requireMandatory } from './check-mandatory.ts'
import { checkOptions, checkReferences, checkUdfs } from './check-uses.ts'
import { type Draft, emptyDraft } from './draft.ts'
import { claimExternalKeys } from './external-keys.ts'
import { judgeRule } from './judge-rule.ts'
import { type Members, readMembers } from './members.ts'
import { parseFields } from './parse-fields.ts'
import { recordSaved } from './record-history.ts'
import type { UpdateRecord } from './record-questions.ts'
import { rulesOf, type WriteSetting } from './rule-context.ts'
import { deriveColumns, hasChanges, saveDraft } from './save-record.ts'

export type Data = Readonly<Record<string, unknown>>

/** A record of the request, with its path. */
export interface RecordRequest {
  readonly entity: ModelEntity
  readonly data: Data
  readonly path: string
  /** The identifier of a record that the service creates under a fixed one. */
  readonly id?: string
}

/** Writes a record. Problems go to the list, and then nothing is written. */
export async function writeRecord(
  operation: 'Create' | 'Update',
  request: RecordRequest,
  setting: WriteSetting,
  problems: Problems,
): Promise<Draft | null> {
  const draft = await checkRecord(operation, request, setting, problems)
  if (!draft) return null
  requireMandatory(draft)
  if (draft.creating && setting.options.warnduplicates === true) await warnOfDuplicates(draft, setting)
  if (draft.problems.count > 0) {
    problems.addAll(draft.problems)
    return null
  }
  if (!setting.checksOnly) await save(draft, setting)
  // Rules that write other records may be refused after the record was written.
  if (draft.problems.count === 0) return draft
  problems.addAll(draft.problems)
  return null
}

/** Updates of other records that rules ask for. They have no options and no passwords. */
export const updateBy =
  (setting: WriteSetting): UpdateRecord =>
  (request, problems) =>
    writeRecord('Update', request, { ...setting, options: {}, hashes: new Map() }, problems)

async function warnOfDuplicates(draft: Draft, { rows, context }: WriteSetting): Promise<void> {
  const duplicates = await likelyDuplicates(draft, rows, context)
  if (duplicates.length === 0) return
  const { path, problems } = draft
  const some = duplicates.length === 1 ? 'a record' : `${duplicates.length} records`
  problems.add('LikelyDuplicate', path, `${path} resembles ${some} that exist; Duplicates lists them.`, { duplicates })
}

/** Runs every check before rows are written. Null when the record is unknown or not accessible. */
export async function checkRecord(
  operation: 'Create' | 'Update',
  request: RecordRequest,
  setting: WriteSetting,
  problems: Problems,
): Promise<Draft | null> {
  const { rows, context } = setting
  const own = new Problems()
  const members = readMembers(request.entity, request.data, request.path, own)
  const draft =
    operation === 'Create'
      ? newDraft(request, members, own, context)
      : await storedDraft(request, members, own, setting)
  if (!draft) {
    problems.addAll(own)
    return null
  }
  const { caller, catalog } = context
  await checkUdfs(draft, rows)
  await parseFields(draft, { rows, caller, catalog })
  if (draft.creating && typeof draft.row.id === 'string') draft.id = draft.row.id
  await claimExternalKeys(draft, rows)
  await markMandatory(draft, judgeRule(context), rows)
  await checkReferences(draft, rows, catalog.model, caller)
  await checkOptions(draft, rows)
  await request.entity.entity.rules?.before?.(rulesOf(draft, setting, updateBy))
  deriveColumns(draft)
  return draft
}

async function save(draft: Draft, setting: WriteSetting): Promise<void> {
  const { rows, context } = setting
  const { creating } = draft
  if (!creating && !hasChanges(draft)) return
  await saveDraft(draft, rows, context)
  await draft.entity.entity.rules?.after?.(rulesOf(draft, setting, updateBy))
  await recordSaved(draft, rows, context)
}

function newDraft(
  { entity, path, id }: RecordRequest,
  members: Members,
  problems: Problems,
  context: OperationContext,
): Draft {
  if (!isEmpty(members.key)) {
    problems.add('KeyNotAllowed', `${path}.Key`, `${path}.Key must be null on Create: the service gives the key.`)
  }
  if (!isEmpty(members.version)) problems.add('ReadOnlyField', `${path}.Version`, `${path}.Version cannot be written.`)
  const defaults = entity.entity.rules?.defaults?.(name => members.fields.get(name)?.value) ?? {}
  for (const [name, value] of Object.entries(defaults)) {
    const field = entity.field(name)
    if (field && isEmpty(members.fields.get(name)?.value)) {
      members.fields.set(name, { field, value, path: `${path}.${name}` })
    }
  }
  return { ...emptyDraft(entity, path, members, problems, {}), creating: true, id: id ?? context.newId() }
}

async function storedDraft(
  { entity, path }: RecordRequest,
  members: Members,
  problems: Problems,
  { rows, context }: WriteSetting,
): Promise<Draft | null> {
  const { caller, catalog } = context
  const named = recordId(entity, members.key, path, problems, context)
  if (named === null) return null
  // A merged record is written as its survivor.
  const id = catalog.survivorOf(named)
  const found =
    (await lockRecord(rows, catalog.model, caller, entity, id)) ?? (await lockSurvivor(rows, context, entity, id))
  if (!found) {
    problems.add('UnknownKey', `${path}.Key`, `${path}.Key: there is no such ${entity.name}.`)
    return null
  }
  if (!found.mayWrite && !isAssigned(entity, found.row, members, caller.uid)) {
    problems.add('AccessDenied', `${path}.Key`, `${path}.Key: the record may be read, but not written.`)
    return null
  }
  checkVersion(found.row, members.version, path, problems)
  return { ...emptyDraft(entity, path, members, problems, found.row), creating: false, id: found.row.id as string }
}

/** Whether the caller is the user to whom the record is assigned, and only fields are sent that such a user may write. */
const isAssigned = ({ entity }: ModelEntity, row: RecordRow, { fields }: Members, uid: string): boolean =>
  (entity.access ?? []).some(
    rule =>
      rule.rule === 'assigned' &&
      row[rule.column] === uid &&
      [...fields.keys()].every(name => rule.fields.includes(name)),
  )

/** The record that a record was merged into meanwhile; null when it was not merged. */
async function lockSurvivor(
  rows: RowStore,
  { catalog, caller }: OperationContext,
  entity: ModelEntity,
  id: string,
): ReturnType<typeof lockRecord> {
  const survivor = entity.entity.merge ? await survivorIn(rows, id) : null
  return survivor === null ? null : lockRecord(rows, catalog.model, caller, entity, survivor)
}

/** The identifier of the key that Update, Delete and Restore need; null when the key is missing or wrong. */
export function recordId(
  entity: ModelEntity,
  key: unknown,
  path: string,
  problems: Problems,
  { caller, catalog }: Pick<OperationContext, 'caller' | 'catalog'>,
): string | null {
  const here = `${path}.Key`
  if (isEmpty(key)) {
    problems.add('KeyRequired', here, `${here} is mandatory: it says which record is meant.`)
    return null
  }
  const { findUid, currency } = catalog
  const own = { uid: caller.uid, findUid, corporateCurrency: currency }
  const context = { path: here, problems, creating: false, ...own, current: {} }
  return readKey(key, [entity.name], context)?.id ?? null
}

function checkVersion(row: RecordRow, version: unknown, path: string, problems: Problems): void {
  if (isEmpty(version)) return
  const here = `${path}.Version`
  if (typeof version !== 'number') problems.add('WrongType', here, `${here} takes the number that was read.`)
  else if (version !== row.version) {
    problems.add('VersionConflict', here, `${here}: the record was changed since; it has the Version ${row.version}.`)
  }
}

/** The members that were sent, in their spelling, with the key, without secrets and without what was ignored. */
export function echo(request: RecordRequest, draft: Draft): Record<string, unknown> {
  const answer: Record<string, unknown> = {}
  const key = encodeKey(draft.entity.name, draft.id)
  let keyed = draft.entity.entity.knownBy !== undefined
  for (const [spelling, value] of Object.entries(request.data)) {
    const field = draft.entity.field(spelling)
    if (field?.field.traits.secret || (draft.creating && field?.field.traits.computed)) continue
    if (field?.name === 'Key' && !field.field.parse) {
      answer[spelling] = key
      keyed = true
    } else if (field?.name === 'Version') answer[spelling] = draft.row.version
    else answer[spelling] = value
  }
  return keyed ? { ...answer, ...draft.answers } : { Key: key, ...answer, ...draft.answers }
}
