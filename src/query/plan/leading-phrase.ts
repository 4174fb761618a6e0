// Which $PHRASE of a Read can lead it: the word index then gives the records in the order asked for, that of keys or of names.
import type { Model, ModelEntity } from '../../model/model.ts'
import { type Condition, conjunctsOf } from '../parse/condition.ts'
import { type OrderKey, parseOrder } from './order.ts'
import { isSelective } from './selectivity.ts'

interface Asked {
  readonly model: Model
  readonly entity: ModelEntity
  readonly condition: Condition
  readonly order: unknown
}

/** By `key`: the index is read in this order, as far as is needed. By `name`: it sorts what it found, before records are read. */
export interface Leading {
  readonly phrase: Condition
  readonly by: 'key' | 'name'
}

/** Null where the records are to come in another order, or where another condition finds them. */
export function leadingPhrase({ model, entity, condition, order }: Asked): Leading | null {
  const by = orderOf(order, model, entity)
  if (by === null) return null
  const conjuncts = conjunctsOf(condition)
  const phrase = conjuncts.find(one => one.kind === 'phrase' && !one.blank)
  if (!phrase || conjuncts.some(one => one !== phrase && isSelective(one, entity))) return null
  return { phrase, by }
}

/** What is wrong with the order is told by those who use it. */
function orderOf(order: unknown, model: Model, entity: ModelEntity): Leading['by'] | null {
  try {
    const [first, second] = parseOrder(order, '', { model, entity, requireDriver: () => {} })
    if (first === undefined || first.isKey) return 'key'
    return isName(first) && (second === undefined || second.isKey) ? 'name' : null
  } catch {
    return null
  }
}

function isName({ operand: { sources, guard, sql } }: OrderKey): boolean {
  const [source] = sources
  return source?.join.path === '' && source.column === 'display_f' && !guard && !sql
}
