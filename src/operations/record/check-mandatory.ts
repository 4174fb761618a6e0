// Marks the fields that are mandatory by the record's Type or by an administrator's rule, and checks their values.
import type { ModelField } from '../../model/model.ts'
import { applies, type Draft, problemAt, typeOf } from './draft.ts'
import { isEmpty, type Sent } from './members.ts'

/** Evaluates the rule of a user-defined field on the values sent. */
export type JudgeRule = (rule: unknown, draft: Draft) => boolean

/** Marks every mandatory field; a marked field without a value becomes a problem when the record is saved. */
export function markMandatory(draft: Draft, judge: JudgeRule): void {
  for (const field of draft.entity.all) {
    if (!applies(draft, field.field.traits.appliesTo)) continue
    if (!isMandatory(draft, field, judge)) continue
    const sent = draft.members.fields.get(field.name)
    // On Update a field that is not sent keeps its value, so only clearing it is refused.
    const has = sent ? hasValue(draft, sent) : !draft.creating
    draft.mandatory.set(field.name, has)
  }
}

/** The value itself is there: not a description alone of an address that is empty. */
function hasValue({ row, problems }: Draft, { field, value }: Sent): boolean {
  if (isEmpty(value)) return false
  const own = !field.udf && field.field.columns(field.column).some(({ name }) => name === field.column)
  return !own || problems.list.length > 0 || (row[field.column] ?? null) !== null
}

function isMandatory(draft: Draft, { field, udf }: ModelField, judge: JudgeRule): boolean {
  if (udf) {
    if (udf.inactive) return false
    return udf.alwaysMandatory || (udf.mandatoryRule !== null && judge(udf.mandatoryRule, draft))
  }
  const { required } = field.traits
  if (required === undefined || required === false) return false
  if (required === true) return true
  const type = typeOf(draft)
  return type !== undefined && required.includes(type)
}

export function requireMandatory(draft: Draft): void {
  for (const [name, has] of draft.mandatory) {
    if (!has) problemAt(draft, 'Required', name, `${draft.path}.${name} is mandatory.`)
  }
}
