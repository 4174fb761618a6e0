// Refuses a Read without the condition that an entity requires.
import type { Problems } from '../../base/errors.ts'
import type { ModelEntity } from '../../model/model.ts'
import type { Condition } from '../../query/parse/condition.ts'

const tying = new Set(['$EQ', '$IN', '$ALL'])

/** Whether a condition selects records by one of the paths; of alternatives, each must. */
function ties(condition: Condition, isNeeded: (path: string) => boolean): boolean {
  switch (condition.kind) {
    case 'all':
      return condition.of.some(inner => ties(inner, isNeeded))
    case 'any':
      return condition.of.length > 0 && condition.of.every(inner => ties(inner, isNeeded))
    case 'test':
      return tying.has(condition.operator) && !condition.orEmpty && isNeeded(condition.target.name)
    case 'related':
      return isNeeded(condition.target.name)
    default:
      return false
  }
}

export function checkRequiredCondition({ name, entity }: ModelEntity, condition: Condition, problems: Problems): void {
  const needs = entity.readNeeds
  if (!needs) return
  const spellings = new Set(needs.flatMap(path => [path, `/${name}/${path}`]).map(path => path.toLowerCase()))
  const isNeeded = (path: string) => spellings.has(path.toLowerCase().replace(/\/(id|value|uid)$/, ''))
  if (ties(condition, isNeeded)) return
  const [first, ...others] = needs.filter(path => path.includes('/') || path.endsWith('Key') || needs.length === 1)
  const also = others.length === 0 ? '' : ` (or on ${others.join(', ')})`
  const path = 'Criteria.SearchQuery'
  problems.add('ConditionRequired', path, `A Read of ${name} needs a condition on ${first}${also}.`)
}
