// Whether the rule by which an administrator made a field mandatory holds for what was sent.
import { Problems, Refusal } from '../../base/errors.ts'
import { elementOf, operandOfPart } from '../../fields/part-access.ts'
import type { ValueType } from '../../fields/value-type.ts'
import { cursorAt, resolve } from '../../model/resolve.ts'
import { udfAliases } from '../../model/udf.ts'
import { evaluate } from '../../query/evaluate.ts'
import { bindContext } from '../../query/functions/call.ts'
import { jsonJudge } from '../../query/json-judge.ts'
import { parseCondition } from '../../query/parse/parse-condition.ts'
import type { OperationContext } from '../context.ts'
import type { JudgeRule } from './check-mandatory.ts'
import type { Draft } from './draft.ts'

/** A value of the wrong type satisfies no rule: it is refused by its own field. */
export const judgeRule =
  ({ catalog, limits, now, timeZone, caller }: OperationContext): JudgeRule =>
  (rule, draft) => {
    const typeOf = (path: string): ValueType | undefined => {
      const { part } = resolve(catalog.model, cursorAt(draft.entity), path, path)
      return operandOfPart(elementOf(part))?.type
    }
    try {
      const parsed = parseCondition(rule, 'Mandatory.Rule', limits, new Problems())
      const context = bindContext(now, timeZone, caller.uid, catalog.findUid)
      return evaluate(parsed.root, payload(draft), jsonJudge({ literals: parsed.literals, context, typeOf }))
    } catch (error) {
      if (error instanceof Refusal) return false
      throw error
    }
  }

/** What was sent, under every spelling by which a rule may name it. */
function payload(draft: Draft): Record<string, unknown> {
  const record: Record<string, unknown> = {}
  for (const { field, value } of draft.members.fields.values()) {
    const spellings = field.udf ? udfAliases(field.udf) : [field.name, ...(field.field.traits.aliases ?? [])]
    for (const spelling of spellings) record[spelling] = value
  }
  return record
}
