// Which fields a record must have, by its Type and by its administrators' rules, and whether it has them.
import type { ModelField } from '../../model/model.ts'
import { applies, type Draft, problemAt, typeOf } from './draft.ts'
import { isEmpty } from './members.ts'

/** Judges the rule of a user-defined field on what was sent. */
export type JudgeRule = (rule: unknown, draft: Draft) => boolean

/** Marks every mandatory field; those without a value become problems when the record is saved. */
export function markMandatory(draft: Draft, judge: JudgeRule): void {
  for (const field of draft.entity.all) {
    if (!applies(draft, field.field.traits.appliesTo)) continue
    if (!isMandatory(draft, field, judge)) continue
    const sent = draft.members.fields.get(field.name)
    // On Update a field that is not sent keeps its value: only clearing it is wrong.
    const has = sent ? !isEmpty(sent.value) : !draft.creating
    draft.mandatory.set(field.name, has)
  }
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
