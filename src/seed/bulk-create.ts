// Passes a generated record through the fields and rules of its entity, without the look-ups of an ordinary write.
import { Problems } from '../base/errors.ts'
import type { ModelEntity, ModelField } from '../model/model.ts'
import type { OperationContext } from '../operations/context.ts'
import { type Draft, emptyDraft, listKey } from '../operations/record/draft.ts'
import type { SentField } from '../operations/record/members.ts'
import { rulesOf } from '../operations/record/rule-context.ts'
import { deriveColumns, saveDraft } from '../operations/record/save-record.ts'
import type { BulkRows } from './bulk-rows.ts'
import type { GeneratedRecord } from './generated-record.ts'

const noHashes: ReadonlyMap<string, string> = new Map()

const noUpdates = (): never => {
  throw new Error('The rules of a new record update no other record.')
}

/**
 * The generators know that references and options exist, so those are not checked, and neither history nor events are
 * written. All other code is that of an ordinary write.
 */
export async function bulkCreate(made: GeneratedRecord, rows: BulkRows, context: OperationContext): Promise<void> {
  const own = { ...context, now: made.at, caller: { ...context.caller, uid: made.uid } }
  const setting = { rows, context: own, options: {}, hashes: noHashes, unrecorded: true }
  const draft = draftOf(made, own)
  const { rules } = draft.entity.entity
  const write = rulesOf(draft, setting, () => noUpdates)
  await rules?.before?.(write)
  deriveColumns(draft)
  refuseProblems(draft)
  await saveDraft(draft, rows, own)
  await rules?.after?.(write)
}

function draftOf({ entity: name, id, data }: GeneratedRecord, { catalog, caller }: OperationContext): Draft {
  const entity = catalog.model.entity(name)
  const fields = new Map<string, SentField>()
  const members = { fields, key: undefined, version: undefined }
  const draft: Draft = { ...emptyDraft(entity, name, members, new Problems(), {}), creating: true, id }
  const context = {
    path: name,
    problems: draft.problems,
    creating: true,
    uid: caller.uid,
    findUid: catalog.findUid,
    corporateCurrency: catalog.currency,
    current: draft.before,
  }
  for (const spelling of Object.keys(data)) {
    const field = fieldOf(entity, spelling)
    const value = data[spelling]
    fields.set(field.name, { field, value, path: spelling })
    const parsed = field.field.parse?.(value, field.column, field.listTable, context)
    if (!parsed) continue
    Object.assign(draft.row, parsed.columns)
    for (const list of parsed.lists ?? []) draft.lists.set(listKey(list), { rows: list, stored: [] })
  }
  return draft
}

const known = new WeakMap<ModelEntity, Map<string, ModelField>>()

/** Generators spell each field in one way, so the look-up is cached by spelling. */
function fieldOf(entity: ModelEntity, spelling: string): ModelField {
  const fields = known.get(entity) ?? new Map<string, ModelField>()
  const field = fields.get(spelling) ?? entity.field(spelling)
  if (!field) throw new Error(`${entity.name} has no field ${spelling}`)
  known.set(entity, fields.set(spelling, field))
  return field
}

/** A refused record is a bug of its generator. */
function refuseProblems({ entity, problems }: Draft): void {
  const [first] = problems.list
  if (first) throw new Error(`A generated ${entity.name} was refused: ${first.message}`)
}
