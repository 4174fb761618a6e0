// A guess whether a query touches few rows; where it proves wrong, measured times correct it.
import { asSearched, operandOfPart } from '../../fields/part-access.ts'
import type { ModelEntity } from '../../model/model.ts'
import type { Condition } from '../parse/condition.ts'
import type { OrderKey } from './order.ts'

const equalities = new Set(['$EQ', '$IN'])

/** Columns that an index of the entity begins with, after the database. */
const leadingColumns = (entity: ModelEntity): Set<string> =>
  new Set(['id', ...(entity.entity.indexes ?? []).map(index => index.columns[1] as string)])

/** The condition picks rows by an index of its own. */
export const isSelective = (condition: Condition, entity: ModelEntity): boolean =>
  picksFew(condition, entity, leadingColumns(entity))

/** The condition names one record by its key, so that a Read gives one row at most. */
export function isByKey(condition: Condition, entity: ModelEntity): boolean {
  if (condition.kind === 'all') return condition.of.some(inner => isByKey(inner, entity))
  if (condition.kind !== 'test' || condition.operator !== '$EQ' || condition.target.call) return false
  const part = entity.field(condition.target.name)?.part(entity.root)
  return part !== undefined && asSearched(part).shape !== 'list' && operandOfPart(part)?.sources[0]?.column === 'id'
}

/** Some condition that must hold picks rows by an index, or there is none and the order itself is an index. */
export function isQuick(condition: Condition, entity: ModelEntity, order: readonly OrderKey[]): boolean {
  const indexed = leadingColumns(entity)
  if (picksFew(condition, entity, indexed)) return true
  const empty = condition.kind === 'all' && condition.of.length === 0
  const first = order[0]
  return empty && (first === undefined || indexed.has(first.operand.sources[0]?.column ?? ''))
}

/** Records are found by a list that is made first: the owners of list elements, or the matches of the word index. */
export function isPicked(condition: Condition, entity: ModelEntity): boolean {
  switch (condition.kind) {
    case 'all':
      return condition.of.some(inner => isPicked(inner, entity))
    case 'phrase':
      return !condition.blank
    case 'related':
      return true
    case 'test': {
      const part = entity.field(condition.target.name.split('/')[0] as string)?.part(entity.root)
      return equalities.has(condition.operator) && part !== undefined && asSearched(part).shape === 'list'
    }
    default:
      return false
  }
}

function picksFew(condition: Condition, entity: ModelEntity, indexed: ReadonlySet<string>): boolean {
  switch (condition.kind) {
    case 'all':
      return condition.of.some(inner => picksFew(inner, entity, indexed))
    case 'any':
      return condition.of.length > 0 && condition.of.every(inner => picksFew(inner, entity, indexed))
    case 'phrase':
      return !condition.blank
    case 'related':
      return true
    case 'test': {
      const field = entity.field(condition.target.name.split('/')[0] as string)
      if (!field || condition.target.call) return false
      const part = field.part(entity.root)
      const prefix = condition.operator === '$LIKE' && condition.sort !== 'any'
      if (!equalities.has(condition.operator) && !prefix) return false
      if (asSearched(part).shape === 'list') return true
      return indexed.has(operandOfPart(part)?.sources[0]?.column ?? '')
    }
    default:
      return false
  }
}
