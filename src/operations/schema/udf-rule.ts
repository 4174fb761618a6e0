// Checks and normalizes the rule that makes a user-defined field mandatory.
import type { Problems } from '../../base/errors.ts'
import { isObject } from '../../base/text/json.ts'
import type { Model, ModelEntity } from '../../model/model.ts'
import { cursorAt, resolve } from '../../model/resolve.ts'
import { type Udf, udfPath } from '../../model/udf.ts'
import type { Condition, ConditionLimits } from '../../query/parse/condition.ts'
import { parseStoredCondition } from '../../query/parse/stored-condition.ts'

export function checkRule(
  rule: unknown,
  model: Model,
  entity: ModelEntity,
  path: string,
  limits: ConditionLimits,
  problems: Problems,
): void {
  const { root } = parseStoredCondition(rule, path, limits, problems)
  const visit = (condition: Condition): void => {
    if ('of' in condition) condition.of.forEach(visit)
    else if (condition.kind === 'test' || condition.kind === 'empty') {
      problems.try(() => resolve(model, cursorAt(entity), condition.target.name, condition.path))
    } else {
      const message = `${condition.path} cannot be judged on a single record that is being written.`
      problems.add('OperatorNotAllowed', condition.path, message)
    }
  }
  visit(root)
}

const relative = (name: string, entity: ModelEntity): string => name.replace(new RegExp(`^/${entity.name}/`, 'i'), '')

/** The rule with user-defined fields by number, so that it survives a change of name or tag. */
export function lastingRule(rule: unknown, entity: ModelEntity): unknown {
  if (Array.isArray(rule)) return rule.map(inner => lastingRule(inner, entity))
  if (!isObject(rule)) return rule
  return Object.fromEntries(
    Object.entries(rule).map(([name, inner]) => {
      const udf = entity.field(relative(name, entity))?.udf
      return [udf ? udfPath(udf) : name, lastingRule(inner, entity)]
    }),
  )
}

/** Whether a rule uses a user-defined field. */
export function looksAt(rule: unknown, udf: Udf): boolean {
  if (Array.isArray(rule)) return rule.some(inner => looksAt(inner, udf))
  if (!isObject(rule)) return false
  return Object.entries(rule).some(([name, inner]) => name.startsWith(udfPath(udf)) || looksAt(inner, udf))
}
