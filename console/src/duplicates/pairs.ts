// Chooses the pair of records that a person compares next, and compares their fields.
import type { Row } from '../api/envelope.ts'
import type { EntityFields } from '../fields/entity-fields.ts'
import type { Field, KindName } from '../fields/field.ts'

export const reasons = ['Email', 'Phone', 'Name', 'Domain'] as const
type Reason = (typeof reasons)[number]

export interface DuplicateGroup {
  /** 0 to 1. */
  readonly Score: number
  readonly Reasons: readonly Reason[]
  readonly Keys: readonly string[]
}

export interface Pair {
  readonly left: string
  readonly right: string
  readonly group: DuplicateGroup
}

export const pairId = (left: string, right: string): string => [left, right].sort().join(' ')

/** The pairs of a group: its first record beside each other one. A decision changes the group, which is then read again. */
const pairsIn = (group: DuplicateGroup): readonly Pair[] => {
  const [left = '', ...others] = group.Keys
  return others.map(right => ({ left, right, group }))
}

/** A group with this record first, which is then compared with each other one; the group as it is without the record. */
export const ledBy = (group: DuplicateGroup, key: string): DuplicateGroup =>
  group.Keys.includes(key) ? { ...group, Keys: [key, ...group.Keys.filter(one => one !== key)] } : group

/** The pairs that are left to decide; the person has skipped the others. */
export const openPairs = (groups: readonly DuplicateGroup[], skipped: ReadonlySet<string>): readonly Pair[] =>
  groups.flatMap(pairsIn).filter(({ left, right }) => !skipped.has(pairId(left, right)))

export type Side = 'left' | 'right'

/** Kinds that a merge unites or derives by itself. */
const notCompared: readonly KindName[] = ['access', 'json', 'key', 'references', 'secret']

/** The fields of which a person chooses a value. The record that remains stays where it belongs. */
export const comparableFields = ({ all, model }: EntityFields): readonly Field[] =>
  all.filter(({ path, kind, writable, inactive, group }) => {
    // `Email1` is another name of `Email`.
    const isSecondName = path.endsWith('1') && model.field(path.slice(0, -1)) !== undefined
    return writable && !inactive && group === null && !isSecondName && !notCompared.includes(kind)
  })

export interface Comparison {
  readonly field: Field
  /** Where the values are: on one side, on both and different, or the same on both. */
  readonly values: Side | 'differ' | 'same'
}

/** The fields with a value, those that differ first. */
export function compare(
  fields: readonly Field[],
  left: Row,
  right: Row,
  textOf: (field: Field, value: unknown) => string,
): readonly Comparison[] {
  const found = fields.flatMap((field): Comparison[] => {
    const [one, other] = [textOf(field, left[field.path]), textOf(field, right[field.path])]
    if (one === '' && other === '') return []
    if (one === other) return [{ field, values: 'same' }]
    if (one === '' || other === '') return [{ field, values: one === '' ? 'right' : 'left' }]
    return [{ field, values: 'differ' }]
  })
  const ranks = { differ: 0, left: 1, right: 1, same: 2 } as const
  return found.toSorted((a, b) => ranks[a.values] - ranks[b.values])
}

/** The side whose value a field has after a merge: the chosen one, else the record that is kept, if it has a value. */
export const sideOf = ({ field, values }: Comparison, kept: Side, chosen: Readonly<Record<string, Side>>): Side =>
  values === 'left' || values === 'right' ? values : (chosen[field.path] ?? kept)

/** What a merge says beside the keys: the fields that take the value of the record that goes. */
export function pickedFields(
  comparisons: readonly Comparison[],
  kept: Side,
  chosen: Readonly<Record<string, Side>>,
  keyOf: Readonly<Record<Side, string>>,
): Readonly<Record<string, string>> {
  const taken = comparisons.filter(one => one.values === 'differ' && sideOf(one, kept, chosen) !== kept)
  return Object.fromEntries(taken.map(({ field }) => [field.writeAs, keyOf[kept === 'left' ? 'right' : 'left']]))
}
