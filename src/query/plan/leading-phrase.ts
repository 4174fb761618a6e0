// Finds the $PHRASE that can lead a Read: the word index then returns the records in the order of the Read, by key or by name.
import type { ModelEntity } from '../../model/model.ts'
import type { Condition } from '../parse/condition.ts'
import type { OrderKey } from './order.ts'
import { isSelective } from './selectivity.ts'

export interface LeadingPhrase {
  readonly phrase: Condition
  readonly by: 'key' | 'name'
}

/** Null for any other order, or where another condition finds the records. */
export function leadingPhrase(
  entity: ModelEntity,
  conjuncts: readonly Condition[],
  keys: readonly OrderKey[],
): LeadingPhrase | null {
  const by = orderOf(keys)
  if (by === null) return null
  const phrase = conjuncts.find(one => one.kind === 'phrase' && !one.blank)
  if (!phrase || conjuncts.some(one => one !== phrase && isSelective(one, entity))) return null
  return { phrase, by }
}

function orderOf([first, second]: readonly OrderKey[]): LeadingPhrase['by'] | null {
  if (first === undefined || first.isKey) return 'key'
  return isName(first) && (second === undefined || second.isKey) ? 'name' : null
}

function isName({ operand: { sources, guard, sql } }: OrderKey): boolean {
  const [source] = sources
  return source?.join.path === '' && source.column === 'display_f' && !guard && !sql
}

/** Whether a phrase other than `leading` is in the condition. */
export function searches(condition: Condition, leading: Condition | null = null): boolean {
  if (condition.kind === 'phrase') return condition !== leading
  return (condition.kind === 'all' || condition.kind === 'any') && condition.of.some(one => searches(one, leading))
}
