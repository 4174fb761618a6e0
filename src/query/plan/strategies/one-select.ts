// The strategy `one-select`: one SELECT with the conditions, the order and the limit of the Read; the engine plans the rest.
import { planSelect } from './plan-select.ts'
import { isServedByIndex } from './read-facts.ts'
import type { Strategy } from './strategy.ts'

/**
 * Serves every Read. Both engines find rows by the index of a condition, or read the index of the order until enough rows meet the
 * conditions.
 */
export const oneSelect: Strategy = {
  name: 'one-select',
  applies: () => true,
  isQuick: read => isServedByIndex(read),
  plan: (read, problems) => planSelect(read, problems),
}
