// A made-up record on its way through the fields and rules of its entity, as any record that is sent, but without the look-ups.
import { Problems } from '../base/errors.ts'
import type { ModelEntity, ModelField } from '../model/model.ts'
import type { OperationContext } from '../operations/context.ts'
import { type Draft, listKey } from '../operations/record/draft.ts'
import type { Sent } from '../operations/record/members.ts'
import { ruleContext } from '../operations/record/rule-context.ts'
import { deriveColumns, insertRecord } from '../operations/record/save-record.ts'
import type { BulkRows } from './bulk-rows.ts'
import type { GeneratedRecord } from './generated-record.ts'

const noHashes: ReadonlyMap<string, string> = new Map()

/**
 * What ordinary writes ask the store about (are the references there, are the options in their lists) the makers know;
 * and no history and no events are written. All else is the same code.
 */
export async function bulkCreate(made: GeneratedRecord, rows: BulkRows, context: OperationContext): Promise<void> {
  const own = { ...context, now: made.at, caller: { ...context.caller, uid: made.uid } }
  const setting = { rows, context: own, options: {}, hashes: noHashes }
  const draft = draftOf(made, own)
  const { rules } = draft.entity.entity
  const write = ruleContext(draft, setting)
  await rules?.before?.(write)
  deriveColumns(draft)
  refuseProblems(draft)
  const { row } = draft
  row.creator = row.modified_by = made.uid
  row.created = row.modified = made.at
  row.version = 1
  await insertRecord(draft, rows)
  await rules?.after?.(write)
}

function draftOf({ entity: name, id, data }: GeneratedRecord, { catalog, caller }: OperationContext): Draft {
  const entity = catalog.model.entity(name)
  const fields = new Map<string, Sent>()
  const draft: Draft = {
    entity,
    creating: true,
    path: name,
    members: { fields, key: undefined, version: undefined },
    problems: new Problems(),
    id,
    before: {},
    row: {},
    lists: new Map(),
    udfs: new Map(),
    references: [],
    options: [],
    mandatory: new Map(),
    answers: {},
  }
  const context = {
    path: name,
    problems: draft.problems,
    creating: true,
    uid: caller.uid,
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

/** Makers spell a field in one way only, so that it need not be looked for again. */
function fieldOf(entity: ModelEntity, spelling: string): ModelField {
  const fields = known.get(entity) ?? new Map<string, ModelField>()
  const field = fields.get(spelling) ?? entity.field(spelling)
  if (!field) throw new Error(`${entity.name} has no field ${spelling}`)
  known.set(entity, fields.set(spelling, field))
  return field
}

/** A made-up record that is refused is a fault of its maker. */
function refuseProblems({ entity, problems }: Draft): void {
  const [first] = problems.list
  if (first) throw new Error(`A made-up ${entity.name} was refused: ${first.message}`)
}
