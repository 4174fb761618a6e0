// Gathers the facts about a Read by which its strategy is chosen.
import { type Condition, conjunctsOf } from '../../parse/condition.ts'
import type { ReadShape } from '../begin-plan.ts'
import { type LeadingPhrase, leadingPhrase, searches } from '../leading-phrase.ts'
import { type OrderKey, parseOrder } from '../order.ts'
import { isIndexed } from '../selectivity.ts'

export interface ReadFacts {
  readonly shape: ReadShape
  /** The conditions that must all hold. */
  readonly conjuncts: readonly Condition[]
  /** The order of the records; empty: by their key. */
  readonly keys: readonly OrderKey[]
  /** The $PHRASE whose hits arrive in the order of the Read. */
  readonly leading: LeadingPhrase | null
  /** Columns whose indexes the statement must not use. */
  readonly unindexed: ReadonlySet<string>
}

export function factsOf(shape: ReadShape): ReadFacts {
  const conjuncts = conjunctsOf(shape.condition)
  const keys = orderOf(shape)
  const leading = keys && leadingPhrase(shape.entity, conjuncts, keys)
  return { shape, conjuncts, keys: keys ?? [], leading, unindexed: new Set() }
}

/** Null for an order that is refused; the plan reports why. */
function orderOf({ order, model, entity }: ReadShape): OrderKey[] | null {
  try {
    return parseOrder(order, '', { model, entity, requireDriver: () => {} })
  } catch {
    return null
  }
}

/** An index serves the conditions or the order, and no phrase must be searched as a whole before the first record is known. */
export const isServedByIndex = ({ shape: { condition, entity }, keys }: ReadFacts, leading?: Condition): boolean =>
  isIndexed(condition, entity, keys) && !searches(condition, leading)
