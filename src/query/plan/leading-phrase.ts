// Which $PHRASE of a Read can lead it: the word index then gives the records in the order asked for, as many as are needed.
import type { Model, ModelEntity } from '../../model/model.ts'
import { type Condition, conjunctsOf } from '../parse/condition.ts'
import { parseOrder } from './order.ts'
import { isSelective } from './selectivity.ts'

interface Asked {
  readonly model: Model
  readonly entity: ModelEntity
  readonly condition: Condition
  readonly order: unknown
}

/** Null where the records are to come in another order than that of their keys, or where another condition finds them. */
export function leadingPhrase({ model, entity, condition, order }: Asked): Condition | null {
  if (!isByKey(order, model, entity)) return null
  const conjuncts = conjunctsOf(condition)
  const phrase = conjuncts.find(one => one.kind === 'phrase' && !one.blank)
  if (!phrase || conjuncts.some(one => one !== phrase && isSelective(one, entity))) return null
  return phrase
}

/** What is wrong with the order is told by those who use it. */
function isByKey(order: unknown, model: Model, entity: ModelEntity): boolean {
  try {
    const [first] = parseOrder(order, '', { model, entity, requireDriver: () => {} })
    return first === undefined || first.isKey
  } catch {
    return false
  }
}
