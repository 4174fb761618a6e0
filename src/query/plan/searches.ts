// Tests whether a condition uses the word index.
import type { Condition } from '../parse/condition.ts'

/** Whether a phrase other than `leading` is in the condition. */
export function searches(condition: Condition, leading: Condition | null = null): boolean {
  if (condition.kind === 'phrase') return condition !== leading
  return (condition.kind === 'all' || condition.kind === 'any') && condition.of.some(one => searches(one, leading))
}
