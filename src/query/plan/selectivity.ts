// A guess whether a query touches few rows; where it proves wrong, measured times correct it.
import { asSearched, operandOfPart } from '../../fields/part-access.ts'
import type { Model, ModelEntity } from '../../model/model.ts'
import type { Condition } from '../parse/condition.ts'
import type { OrderKey } from './order.ts'

const equalities = new Set(['$EQ', '$IN'])

/** Columns that an index of the entity begins with, after the database. */
export const leadingColumns = (entity: ModelEntity): Set<string> =>
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

/**
 * Records are found first and sorted then: the owners of list elements, the matches of the word index, or what refers to one
 * record. A planner might rather walk the index of the order until it has met enough of them.
 */
export function isPicked(condition: Condition, of: Picked): boolean {
  switch (condition.kind) {
    case 'all':
      return condition.of.some(inner => isPicked(inner, of))
    case 'phrase':
      return !condition.blank
    case 'related':
      return true
    case 'test': {
      if (!equalities.has(condition.operator) || condition.target.call) return false
      const part = of.entity.field(condition.target.name.split('/')[0] as string)?.part(of.entity.root)
      return (part !== undefined && asSearched(part).shape === 'list') || refersToOne(condition.target.name, of)
    }
    default:
      return false
  }
}

interface Picked {
  readonly model: Model
  readonly entity: ModelEntity
  readonly order: readonly OrderKey[]
}

/** The field is the key of one among many records, not of a set-up that many share, and no index has its records in the order. */
function refersToOne(name: string, { model, entity, order }: Picked): boolean {
  const field = entity.field(name)
  const [place] = field?.field.keys?.(field.column, field.listTable) ?? []
  if (!place || !('column' in place) || !model.entity(place.entity).entity.searchWords) return false
  const indexes = (entity.entity.indexes ?? []).filter(({ columns }) => columns[1] === place.column)
  const wanted = order[0]?.operand.sources[0]?.column ?? 'id'
  return indexes.length > 0 && !indexes.some(({ columns }) => columns[2] === wanted)
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
