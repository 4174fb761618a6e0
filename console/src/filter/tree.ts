// Defines the tree of a filter, and changes in it. A tree is never changed in place.
import type { OperatorName } from '../fields/operators.ts'

export interface Condition {
  readonly field: string
  readonly op: OperatorName
  /** Text, as the URL has it; the kind of the field makes literals of it. */
  readonly values: readonly string[]
}

export interface Group {
  readonly join: 'and' | 'or'
  readonly items: readonly Filter[]
}

/** A condition that no editor has, such as an area of the map: kept as it is. */
interface Raw {
  readonly raw: Readonly<Record<string, unknown>>
}

export type Filter = Condition | Group | Raw

export const noFilter: Group = { join: 'and', items: [] }

export const isGroup = (filter: Filter): filter is Group => 'items' in filter
export const isRaw = (filter: Filter): filter is Raw => 'raw' in filter

/** Where an item stands: the index in each group from the root on. */
type ItemPath = readonly number[]

/** The tree with the item at the place replaced; null removes it. Groups that end up empty go too, save for the root. */
export function replaceAt(root: Group, place: ItemPath, item: Filter | null): Group {
  const [index, ...rest] = place
  if (index === undefined) return item && isGroup(item) ? item : noFilter
  const child = root.items[index]
  if (rest.length > 0 && (!child || !isGroup(child))) return root
  const next = rest.length === 0 ? item : emptyToNull(replaceAt(child as Group, rest, item))
  const items =
    next === null
      ? root.items.filter((_, i) => i !== index)
      : index < root.items.length
        ? root.items.map((old, i) => (i === index ? next : old))
        : [...root.items, next]
  return { ...root, items }
}

const emptyToNull = (group: Group): Group | null => (group.items.length === 0 ? null : group)

/** The tree with an item added to the group at the place. */
export function addTo(root: Group, place: ItemPath, item: Filter): Group {
  const [index, ...rest] = place
  if (index === undefined) return { ...root, items: [...root.items, item] }
  const child = root.items[index]
  if (!child || !isGroup(child)) return root
  return { ...root, items: root.items.map((old, i) => (i === index ? addTo(child, rest, item) : old)) }
}

/** The conditions of the tree, in their order. */
export const conditionsOf = (filter: Filter): readonly (Condition | Raw)[] =>
  isGroup(filter) ? filter.items.flatMap(conditionsOf) : [filter]
