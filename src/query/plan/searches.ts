// Tests whether a condition uses the word index.
import type { Condition } from '../parse/condition.ts'

export function searches(condition: Condition): boolean {
  if (condition.kind === 'phrase') return true
  return (condition.kind === 'all' || condition.kind === 'any') && condition.of.some(searches)
}
