// Marks the fields that are mandatory by the record's Type or by an administrator's rule, and checks their values.
import { isEmpty } from '../../base/text/json.ts'
import type { ModelField } from '../../model/model.ts'
import type { Udf } from '../../model/udf.ts'
import type { RowStore } from '../rows/row-store.ts'
import { applies, type Draft, problemAt, typeOf } from './draft.ts'
import type { SentField } from './members.ts'

/** Evaluates the rule of a user-defined field on the values sent. */
export type JudgeRule = (rule: unknown, draft: Draft) => boolean

/** Marks every mandatory field; a marked field without a value becomes a problem when the record is saved. */
export async function markMandatory(draft: Draft, judge: JudgeRule, rows: RowStore): Promise<void> {
  for (const field of draft.entity.all) {
    if (!applies(draft, field.field.traits.appliesTo)) continue
    const byRule = field.udf !== null && meetsRule(draft, field.udf, judge)
    if (!byRule && !isMandatory(draft, field)) continue
    const sent = draft.members.fields.get(field.name)
    draft.mandatory.set(field.name, sent ? hasValue(draft, sent) : await keepsValue(draft, field, byRule, rows))
  }
}

/** Whether the value itself is set: the description of an empty address is not enough. */
function hasValue({ row, problems }: Draft, { field, value }: SentField): boolean {
  if (isEmpty(value)) return false
  const own = !field.udf && field.field.columns(field.column).some(({ name }) => name === field.column)
  return !own || problems.list.length > 0 || (row[field.column] ?? null) !== null
}

/**
 * On Update a field that is not sent keeps its value. An older record may be without a field that became mandatory since,
 * but an Update that meets a rule needs the field of the rule ("mandatory when won").
 */
async function keepsValue(draft: Draft, { field, udf }: ModelField, byRule: boolean, rows: RowStore): Promise<boolean> {
  if (draft.creating) return false
  if (!udf || !byRule) return true
  return rows.exists(field.list ? 'udf_item' : 'udf_value', { owner: draft.id, type_id: udf.typeId })
}

const meetsRule = (draft: Draft, { inactive, mandatoryRule }: Udf, judge: JudgeRule): boolean =>
  !inactive && mandatoryRule !== null && judge(mandatoryRule, draft)

function isMandatory(draft: Draft, { field, udf }: ModelField): boolean {
  if (udf) return !udf.inactive && udf.alwaysMandatory
  const { required } = field.traits
  if (required === undefined || required === false) return false
  if (required === true) return true
  const type = typeOf(draft)
  return type !== undefined && required.includes(type)
}

export function requireMandatory(draft: Draft): void {
  for (const [name, has] of draft.mandatory) {
    if (typeof has === 'object') draft.problems.add(has.error, has.path, has.message)
    else if (!has) problemAt(draft, 'Required', name, `${draft.path}.${name} is mandatory.`)
  }
}
