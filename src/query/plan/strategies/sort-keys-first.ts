// The strategy `sort-keys-first`: a subquery finds and sorts the keys of the page; other rows are joined to those keys alone.
import { readsCommonRows } from '../begin-plan.ts'
import { searches } from '../leading-phrase.ts'
import { indexOfOrder, isSelective } from '../selectivity.ts'
import { planSelect } from './plan-select.ts'
import { isServedByIndex } from './read-facts.ts'
import type { Strategy } from './strategy.ts'

/**
 * For an engine that runs all joins before the sort (SQLite), when many records may match and no index has their order: related rows
 * would be joined to each record that is sorted, instead of only to those that are returned.
 */
export const sortKeysFirst: Strategy = {
  name: 'sort-keys-first',
  applies: ({ shape, conjuncts, keys, unindexed }) => {
    const { entity, condition } = shape
    if (readsCommonRows(shape)) return false
    if (conjuncts.some(one => one.kind !== 'phrase' && isSelective(one, entity))) return false
    const column = indexOfOrder(entity, keys)
    return searches(condition) || column === null || unindexed.has(column)
  },
  isQuick: read => isServedByIndex(read),
  plan: (read, problems) => planSelect(read, problems, { joinsLast: true }),
}
