// Entities that cannot be read as a whole: the condition that ties a Read to something.
import type { Problems } from '../base/errors.ts'
import type { ModelEntity } from '../model/model.ts'
import type { Condition } from '../query/parse/condition.ts'

/** Some condition that must hold is on one of the paths; of alternatives, each must have one. */
function ties(condition: Condition, paths: ReadonlySet<string>): boolean {
  switch (condition.kind) {
    case 'all':
      return condition.of.some(inner => ties(inner, paths))
    case 'any':
      return condition.of.length > 0 && condition.of.every(inner => ties(inner, paths))
    case 'test':
    case 'related':
      return paths.has(condition.target.name.toLowerCase())
    default:
      return false
  }
}

export function checkReadNeeds(entity: ModelEntity, condition: Condition, problems: Problems): void {
  const needs = entity.entity.readNeeds
  if (!needs || ties(condition, new Set(needs.map(path => path.toLowerCase())))) return
  const first = needs[0] as string
  const others = needs.slice(1).filter(path => path.includes('/') || path.endsWith('Key'))
  const also = others.length === 0 ? '' : ` (or on ${others.join(', ')})`
  problems.add(
    'ConditionRequired',
    'Criteria.SearchQuery',
    `A Read of ${entity.name} needs a condition on ${first}${also}.`,
  )
}
