// Groups the records of a list by a field: the request, the groups of its answer, and the filter that shows the records of one.
import type { Body, Row } from '../../api/envelope.ts'
import { type Field, memberOf, memberText } from '../../fields/field.ts'
import { operatorsOf } from '../../fields/operators.ts'
import { valueKindOf } from '../../fields/value-kinds.ts'
import type { Condition, Group } from '../../filter/tree.ts'
import type { Column } from '../../table/columns.ts'
import { recordCount, type Summary, summaryScope } from '../../table/summaries.ts'
import type { ListRequest } from '../../table/windows.ts'

/** How many groups are shown. */
export const mostGroups = 500

/** Texts of which many records have the same. */
const sharedTexts = /(^|\/)(City|StateProvince|ZipCode|Country)$/

/** A reminder is true or a moment. */
const mixed = new Set(['Alarm'])

/** Whether records can be grouped by a field, and a filter can find those of one group. */
export function isGroupable(field: Field): boolean {
  const kind = valueKindOf(field)
  const { groupsBy } = kind
  const isList = field.queryable.includes('$ALL')
  if (groupsBy === undefined || mixed.has(field.path) || isList || field.inactive || field.refersTo.length > 1)
    return false
  if (groupsBy === 'text' && field.kind === 'text' && !sharedTexts.test(field.path) && !field.userDefined) return false
  const needed = { key: 'in', text: 'is', flag: 'yes', month: 'between' } as const
  return operatorsOf(field, kind).includes(needed[groupsBy])
}

/** The sums of a list that chooses none: those of the amounts it shows. */
export const usualSummaries = (columns: readonly Column[]): readonly Summary[] =>
  columns.filter(({ field }) => field.kind === 'money').map(({ field }) => ({ path: field.path, way: 'sum' }))

const monthParts = ({ path }: Field): readonly [string, string] => [`$YEAR(${path})`, `$MONTH(${path})`]

/** Stages stand in the order of their process, months in that of time, other groups by their number of records. */
function orderFor(field: Field): readonly Body[] {
  if (valueKindOf(field).groupsBy === 'month') return monthParts(field).map(part => ({ [part]: 'ASC' }))
  if (/(^|\/)(Sales|Process)StageSetup$/.test(field.path)) return [{ [`$MIN(${field.path}/Sequence)`]: 'ASC' }]
  return [{ [recordCount]: 'DESC' }]
}

/** The members of a Read for the groups. */
export function groupMembers({ entity, criteria }: ListRequest, field: Field, summaries: readonly Summary[]): Body {
  const { groupsBy, select } = valueKindOf(field)
  const groups = groupsBy === 'month' ? monthParts(field) : [field.path]
  const shown = groupsBy === 'month' ? groups.map(part => [part, 1]) : [[field.path, select(field)]]
  return {
    [`${entity}.groups`]: {
      Scope: { Fields: { ...Object.fromEntries(shown), ...summaryScope(summaries) } },
      // One more than is shown tells that there are others.
      Criteria: { ...criteria, Top: mostGroups + 1 },
      GroupBy: { Fields: groups },
      OrderBy: { Fields: orderFor(field) },
    },
  }
}

/** A group of records. */
export interface RecordGroup {
  readonly id: string
  /** Empty for records without a value. */
  readonly label: string
  readonly count: number
  /** The conditions by which a list finds its records. */
  readonly condition: Condition
  readonly row: Row
}

const isoDay = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)

function monthGroup(field: Field, row: Row, culture: string): Pick<RecordGroup, 'label' | 'condition'> {
  const [year, month] = monthParts(field).map(part => row[part])
  if (typeof year !== 'number' || typeof month !== 'number')
    return { label: '', condition: { field: field.path, op: 'empty', values: [] } }
  const [first, last] = [isoDay(year, month, 1), isoDay(year, month + 1, 0)]
  const format = new Intl.DateTimeFormat(culture, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return {
    label: format.format(new Date(first)),
    condition: { field: field.path, op: 'between', values: [first, last] },
  }
}

function valueGroup(field: Field, value: unknown): Pick<RecordGroup, 'label' | 'condition'> {
  const kind = valueKindOf(field)
  const label = kind.text(value, field)
  const condition = (op: Condition['op'], ...values: readonly string[]): Condition => ({
    field: field.path,
    op,
    values,
  })
  if (kind.groupsBy === 'flag') {
    const flag = memberOf(value, 'Value')
    return { label, condition: condition(flag === true ? 'yes' : flag === false ? 'no' : 'empty') }
  }
  if (value === null || value === undefined || value === '') return { label: '', condition: condition('empty') }
  if (kind.groupsBy === 'text') return { label, condition: condition('is', String(value)) }
  // The name of a record that the person may not read stays hidden.
  const key = memberText(value, 'Key')
  return key === ''
    ? { label, condition: condition('empty') }
    : { label: label || '…', condition: condition('in', key) }
}

export function groupsIn(rows: readonly Row[], field: Field, culture: string): readonly RecordGroup[] {
  const isMonth = valueKindOf(field).groupsBy === 'month'
  return rows.slice(0, mostGroups).map(row => {
    const group = isMonth ? monthGroup(field, row, culture) : valueGroup(field, row[field.path])
    const { op, values } = group.condition
    return { ...group, id: [op, ...values].join(' '), count: Number(row[recordCount] ?? 0), row }
  })
}

/** The filter that shows the records of one group of those that a filter finds. */
export const filterWith = (filter: Group, condition: Condition): Group =>
  filter.join === 'and'
    ? { join: 'and', items: [...filter.items, condition] }
    : { join: 'and', items: [filter, condition] }
