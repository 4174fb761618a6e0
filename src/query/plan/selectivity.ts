// Guesses from conditions and declared indexes whether a query touches few rows; measured times correct a wrong guess.
import { asSearched, operandOfPart } from '../../fields/part-access.ts'
import type { Model, ModelEntity } from '../../model/model.ts'
import type { Condition } from '../parse/condition.ts'
import type { OrderKey } from './order.ts'

const equalities = new Set(['$EQ', '$IN'])

/** Columns that an index of the entity begins with, after the database. */
export const leadingColumns = (entity: ModelEntity): Set<string> =>
  new Set(['id', ...(entity.entity.indexes ?? []).map(index => index.columns[1] as string)])

export function indexOfOrder(entity: ModelEntity, [first]: readonly OrderKey[]): string | null {
  if (!first) return 'id'
  const [source] = first.operand.sources
  if (source?.join.path !== '') return null
  return leadingColumns(entity).has(source.column) ? source.column : null
}

/** An index finds the rows that meet the condition. */
export const isSelective = (condition: Condition, entity: ModelEntity): boolean =>
  picksFew(condition, entity, leadingColumns(entity))

/** The condition names one record by its key, so that a Read returns one row at most. */
export function isByKey(condition: Condition, entity: ModelEntity): boolean {
  if (condition.kind === 'all') return condition.of.some(inner => isByKey(inner, entity))
  if (condition.kind !== 'test' || condition.operator !== '$EQ' || condition.target.call) return false
  const part = entity.field(condition.target.name)?.part(entity.root)
  return part !== undefined && asSearched(part).shape !== 'list' && operandOfPart(part)?.sources[0]?.column === 'id'
}

/** A condition that must hold uses an index, or there is no condition and the order uses an index. */
export function isIndexed(condition: Condition, entity: ModelEntity, order: readonly OrderKey[]): boolean {
  const indexed = leadingColumns(entity)
  if (picksFew(condition, entity, indexed)) return true
  const empty = condition.kind === 'all' && condition.of.length === 0
  const first = order[0]
  return empty && (first === undefined || indexed.has(first.operand.sources[0]?.column ?? ''))
}

/**
 * Records are found first and sorted then: the owners of list elements, the hits of the word index, or the records that refer
 * to one record. Otherwise a planner might read the index of the order until it has enough of them.
 */
export function isFoundFirst(condition: Condition, of: OrderedRead): boolean {
  switch (condition.kind) {
    case 'all':
      return condition.of.some(inner => isFoundFirst(inner, of))
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

interface OrderedRead {
  readonly model: Model
  readonly entity: ModelEntity
  readonly order: readonly OrderKey[]
}

/** The field refers to one of many records, not to a set-up that many records share, and no index has its records in the order. */
function refersToOne(name: string, { model, entity, order }: OrderedRead): boolean {
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
