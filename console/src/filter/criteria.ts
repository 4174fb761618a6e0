// Converts a filter to the SearchQuery of a Read, and back.
import type { Field } from '../fields/field.ts'
import { isComplete, operatorNamed, operatorsOf } from '../fields/operators.ts'
import { valueKindOf } from '../fields/value-kinds.ts'
import { type Condition, type Filter, type Group, isGroup, isRaw, noFilter } from './tree.ts'

type FieldOf = (path: string) => Field | undefined
type Query = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Query =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function conditionQuery({ field: path, op, values }: Condition, fieldOf: FieldOf): Query | null {
  if (!isComplete(op, values)) return null
  const field = fieldOf(path)
  const { takes, criterion } = operatorNamed(op)
  // A field that is gone is asked for all the same: without its condition the list would show too much.
  const literal = field && valueKindOf(field).literal
  const taken = takes === 'many' ? values : values.slice(0, takes === 'span' ? 2 : takes)
  return { [path]: criterion(literal && takes !== 'span' ? taken.map(literal) : taken) }
}

/** Null where nothing is asked yet. */
function query(filter: Filter, fieldOf: FieldOf): Query | null {
  if (isRaw(filter)) return filter.raw
  if (!isGroup(filter)) return conditionQuery(filter, fieldOf)
  const asked = filter.items.map(item => query(item, fieldOf)).filter(item => item !== null)
  if (asked.length < 2) return asked[0] ?? null
  return { [filter.join === 'or' ? '$OR' : '$AND']: asked }
}

export const searchQueryOf = (filter: Group, fieldOf: FieldOf): Query => query(filter, fieldOf) ?? {}

/** A member of a SearchQuery, as the condition that an editor has, or as it is. */
function memberFilter(name: string, value: unknown, fieldOf: FieldOf): Filter {
  const raw = { raw: { [name]: value } }
  if ((name === '$AND' || name === '$OR') && Array.isArray(value)) {
    return {
      join: name === '$OR' ? 'or' : 'and',
      items: value.filter(isObject).map(item => queryFilter(item, fieldOf)),
    }
  }
  const field = fieldOf(name)
  if (!field) return raw
  const kind = valueKindOf(field)
  const criterion = isObject(value) ? value : Array.isArray(value) ? { $IN: value } : { $EQ: value }
  for (const op of operatorsOf(field, kind)) {
    const { match, takes } = operatorNamed(op)
    const literals = match(criterion)
    const read = takes === 'span' ? undefined : kind.literalText
    const values = literals?.map(literal => (read ? read(literal) : String(literal)))
    if (values?.every(text => text !== null)) return { field: name, op, values }
  }
  return raw
}

function queryFilter(searchQuery: Query, fieldOf: FieldOf): Filter {
  const items = Object.entries(searchQuery).map(([name, value]) => memberFilter(name, value, fieldOf))
  return items.length === 1 ? (items[0] as Filter) : { join: 'and', items }
}

/** The filter of a SearchQuery. What no editor has stays in it as it is. */
export function filterOfQuery(searchQuery: Query, fieldOf: FieldOf): Group {
  if (Object.keys(searchQuery).length === 0) return noFilter
  const filter = queryFilter(searchQuery, fieldOf)
  return isGroup(filter) ? filter : { join: 'and', items: [filter] }
}
