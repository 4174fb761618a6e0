// Names the records of an entity: by their Key, or by several members where records share a Key.
import type { Body, Row } from './envelope.ts'

/** The keys of Opportunity.Status that count as open, on every screen: neither won, nor lost, nor abandoned. */
export const openStatuses = [0, 2, 6] as const

/** The members that say together which record is meant; the Key is the first. */
export type KnownBy = readonly string[]

/** Conditions without which the server reads nothing of an entity; these let all its records through. */
export const neededConditions: Readonly<Record<string, Body>> = {
  ColumnSetup: { EntityType: { $IN: [1, 2, 5, 19, 10003, 10015] } },
}

/** The members to select so that rows can be named, unless they are selected otherwise. */
export const namingScope = (knownBy: KnownBy): Body => Object.fromEntries(knownBy.map(member => [member, 1]))

/** The rows with their names as Keys, by which the console tells them apart. */
export const named = (rows: readonly Row[], knownBy: KnownBy): readonly Row[] =>
  knownBy.length === 1 ? rows : rows.map(row => ({ ...row, Key: knownBy.map(member => keyIn(row[member])).join(' ') }))

/** The key in a value that may be shown as a record. */
const keyIn = (value: unknown): unknown => (value as { Key?: string } | null)?.Key ?? value

/** What a write says of a record. */
export function membersOf(name: string, knownBy: KnownBy): Row {
  const keys = name.split(' ')
  return Object.fromEntries(knownBy.map((member, at) => [member, keys[at]]))
}

/** The condition that records with these names alone meet. */
export function amongNames(names: readonly string[], knownBy: KnownBy): Body {
  const [, ...others] = knownBy
  if (others.length === 0) return { Key: { $IN: names } }
  const all = names.map(name => membersOf(name, knownBy))
  const groups = Map.groupBy(all, row => others.map(member => row[member]).join(' '))
  const same = ([first = {}]: readonly Row[]): Row => Object.fromEntries(others.map(member => [member, first[member]]))
  return { $OR: [...groups.values()].map(rows => ({ ...same(rows), Key: { $IN: rows.map(({ Key }) => Key) } })) }
}
