// The rule by which a user-defined field is mandatory: whether it can be judged on what a client sends.
import type { Problems } from '../base/errors.ts'
import type { Model, ModelEntity } from '../model/model.ts'
import { resolve, standAt } from '../model/resolve.ts'
import type { Condition } from '../query/parse/condition.ts'
import { type ConditionLimits, parseCondition } from '../query/parse/parse-condition.ts'

export function checkRule(
  rule: unknown,
  model: Model,
  entity: ModelEntity,
  path: string,
  limits: ConditionLimits,
  problems: Problems,
): void {
  const { root } = parseCondition(rule, path, limits, problems)
  const visit = (condition: Condition): void => {
    if ('of' in condition) condition.of.forEach(visit)
    else if (condition.kind === 'test' || condition.kind === 'empty') {
      problems.try(() => resolve(model, standAt(entity), condition.target.name, condition.path))
    } else {
      const message = `${condition.path} cannot be judged on a single record that is being written.`
      problems.add('OperatorNotAllowed', condition.path, message)
    }
  }
  visit(root)
}

/** The user-defined fields that a rule looks at. */
export function fieldsOfRule(rule: unknown, entity: ModelEntity): Set<number> {
  const found = new Set<number>()
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit)
    else if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) {
        const typeId = entity.field(name.replace(new RegExp(`^/${entity.name}/`, 'i'), ''))?.udf?.typeId
        if (typeId !== undefined) found.add(typeId)
        visit(inner)
      }
    }
  }
  visit(rule)
  return found
}
