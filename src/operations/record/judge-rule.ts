// Evaluates the rule that makes a user-defined field mandatory on the values that were sent.
import { Problems, Refusal, refuse } from '../../base/errors.ts'
import { WorkBudget, WorkExceeded } from '../../base/scheduling/work-budget.ts'
import { elementOf, operandOfPart } from '../../fields/part-access.ts'
import type { ValueType } from '../../fields/value-type.ts'
import { cursorAt, resolve } from '../../model/resolve.ts'
import { udfAliases } from '../../model/udf.ts'
import { evaluate, recordWork } from '../../query/evaluate.ts'
import { bindContext } from '../../query/functions/call.ts'
import { jsonJudge } from '../../query/json-judge.ts'
import { parseStoredCondition } from '../../query/parse/stored-condition.ts'
import type { OperationContext } from '../context.ts'
import type { JudgeRule } from './check-mandatory.ts'
import type { Draft } from './draft.ts'

/**
 * Judges the rules of one record, which share one budget. A value of the wrong type satisfies no rule: it is refused by its
 * own field. A record whose rules take too much work is refused.
 */
export const judgeRule = ({ catalog, limits, now, timeZone, caller }: OperationContext): JudgeRule => {
  const budget = new WorkBudget(recordWork)
  return (rule, draft) => {
    const typeOf = (path: string): ValueType | undefined => {
      const { part } = resolve(catalog.model, cursorAt(draft.entity), path, path)
      return operandOfPart(elementOf(part))?.type
    }
    try {
      const parsed = parseStoredCondition(rule, 'Mandatory.Rule', limits, new Problems())
      const context = bindContext(now, timeZone, caller.uid, catalog)
      return evaluate(parsed.root, payload(draft), jsonJudge({ literals: parsed.literals, context, typeOf }), budget)
    } catch (error) {
      if (error instanceof Refusal) return false
      if (!(error instanceof WorkExceeded)) throw error
      return refuse('LimitExceeded', draft.path, `${draft.path}: the rules of its fields: ${error.message}`)
    }
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
