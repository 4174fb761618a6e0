// Folds fields that differ in their names alone: Phone1 to Phone4, or the areas of Permissions, become one.
import type { SchemaRow } from '../../src/model/schema-rows.ts'

/** A row of the reference, which may stand for the same row of several fields. */
interface FoldedRow {
  readonly row: SchemaRow
  /** What the field column shows. */
  readonly name: string
  /** The names that the row stands for; empty unless it is the first row of a fold. */
  readonly names: readonly string[]
}

/** Fewer are as quickly read one by one. */
const fewest = 3

export const foldFields = (rows: readonly SchemaRow[]): FoldedRow[] => fold(rows, 0)

function fold(rows: readonly SchemaRow[], depth: number): FoldedRow[] {
  const groups = groupBy(rows, depth)
  const folded: FoldedRow[] = []
  for (let at = 0; at < groups.length; ) {
    const group = groups[at] as SchemaRow[]
    let end = at + 1
    while (end < groups.length && shapeOf(groups[end] as SchemaRow[], depth) === shapeOf(group, depth)) end++
    const names = groups.slice(at, end).map(each => segment(each, depth))
    if (names.length >= fewest) folded.push(...foldedGroup(group, names, depth))
    else for (const each of groups.slice(at, end)) folded.push(...separate(each, depth))
    at = end
  }
  return folded
}

/** Consecutive rows of one field at this depth. */
function groupBy(rows: readonly SchemaRow[], depth: number): SchemaRow[][] {
  const groups: SchemaRow[][] = []
  for (const row of rows) {
    const last = groups.at(-1)
    if (last && segment(last, depth) === row.path.split('/')[depth]) last.push(row)
    else groups.push([row])
  }
  return groups
}

const segment = ([first]: readonly SchemaRow[], depth: number): string => first?.path.split('/')[depth] ?? ''

/** The first row is the field itself, the others are below it. */
const separate = ([own, ...below]: readonly SchemaRow[], depth: number): FoldedRow[] => [
  ...(own ? [{ row: own, name: `\`${own.path}\``, names: [] }] : []),
  ...fold(below, depth + 1),
]

/** Equal for groups that differ in their names alone. */
function shapeOf(group: readonly SchemaRow[], depth: number): string {
  const own = segment(group, depth)
  const plain = (text: string) => text.replaceAll(own, '*').replaceAll(numberIn(own) || '*', '*')
  return JSON.stringify(
    group.map(({ position, displayValue, aliases, path, name, description, ...row }) => ({
      ...row,
      path: path.split('/').with(depth, '*'),
      name: plain(name),
      description: plain(description),
    })),
  )
}

const numberIn = (name: string): string => /\d+$/.exec(name)?.[0] ?? ''

function foldedGroup(group: readonly SchemaRow[], names: readonly string[], depth: number): FoldedRow[] {
  const [first = '', last = ''] = [names[0], names.at(-1)]
  const counted = numberIn(first) !== ''
  return group.map((row, i) => {
    const steps = row.path.split('/')
    const path = (name: string) => steps.with(depth, name).join('/')
    const name = counted ? `\`${path(first)}\` to \`${path(last)}\`` : `\`${path('*')}\``
    return { row: plainRow(row, names, counted), name, names: i === 0 && !counted ? names : [] }
  })
}

/** The meaning of all: `Telephone number 1 to 4.` */
const plainRow = (row: SchemaRow, names: readonly string[], counted: boolean): SchemaRow => {
  const [first = '', last = ''] = [names[0], names.at(-1)]
  const all = counted ? `${numberIn(first)} to ${numberIn(last)}` : 'it names'
  const one = counted ? numberIn(first) : first
  return { ...row, description: row.description.replace(one, all) }
}
