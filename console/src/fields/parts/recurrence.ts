// Describes how a task recurs, for its editor and in words: every second week on Tuesday, until a day.
import { memberOf } from '../field.ts'

export const recurrenceTypes = ['daily', 'weekly', 'absoluteMonthly', 'absoluteYearly'] as const
type RecurrenceType = (typeof recurrenceTypes)[number]

/** From Monday on. */
export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
type Weekday = (typeof weekdays)[number]

/** A recurrence as its editor has it. */
export interface Recurring {
  readonly type: RecurrenceType
  readonly interval: number
  readonly days: readonly Weekday[]
  readonly dayOfMonth: number | null
  readonly month: number | null
  readonly isFromCompletion: boolean
  readonly until: string | null
  readonly times: number | null
  /** Members that the editor has no input for are kept. */
  readonly firstDay: string | null
  readonly from: string | null
}

export const everyWeek: Recurring = {
  ...{ type: 'weekly', interval: 1, days: [], dayOfMonth: null, month: null, isFromCompletion: false },
  ...{ until: null, times: null, firstDay: null, from: null },
}

const textIn = (value: unknown, name: string): string | null => (memberOf(value, name) as string | null) ?? null
const numberIn = (value: unknown, name: string): number | null => (memberOf(value, name) as number | null) ?? null

/** Null for a task that does not recur. */
export function recurringIn(value: unknown): Recurring | null {
  const [pattern, range] = [memberOf(value, 'Pattern'), memberOf(value, 'Range')]
  const type = recurrenceTypes.find(one => one === textIn(pattern, 'Type'))
  if (!type) return null
  const named = (memberOf(pattern, 'DaysOfWeek') as readonly string[] | null) ?? []
  return {
    ...{ type, interval: numberIn(pattern, 'Interval') ?? 1, days: weekdays.filter(day => named.includes(day)) },
    ...{ dayOfMonth: numberIn(pattern, 'DayOfMonth'), month: numberIn(pattern, 'Month') },
    ...{ isFromCompletion: memberOf(pattern, 'Regenerating') === true, firstDay: textIn(pattern, 'FirstDayOfWeek') },
    ...{
      from: textIn(range, 'StartDate')?.slice(0, 10) ?? null,
      until: textIn(range, 'EndDate')?.slice(0, 10) ?? null,
    },
    times: numberIn(range, 'NumberOfOccurrences'),
  }
}

/** The value of the field, in the form in which it is read and written. What another type needs is left out. */
export const recurrenceValue = ({ type, ...rest }: Recurring) => ({
  Pattern: {
    ...{ Type: type, Interval: rest.interval, Regenerating: rest.isFromCompletion },
    DaysOfWeek: type === 'weekly' && rest.days.length > 0 ? rest.days : null,
    FirstDayOfWeek: type === 'weekly' ? rest.firstDay : null,
    DayOfMonth: type === 'absoluteMonthly' || type === 'absoluteYearly' ? rest.dayOfMonth : null,
    Month: type === 'absoluteYearly' ? rest.month : null,
  },
  Range: { StartDate: rest.from, EndDate: rest.until, NumberOfOccurrences: rest.times },
})

/** What a write sends: the key of a series is not written. */
export const writtenRecurrence = (value: unknown): unknown =>
  value === null || value === undefined
    ? null
    : { Pattern: memberOf(value, 'Pattern') ?? null, Range: memberOf(value, 'Range') ?? null }

interface RecurrenceWords {
  readonly every: Readonly<Record<RecurrenceType, (interval: number) => string>>
  readonly on: (days: string) => string
  readonly onDay: (day: number) => string
  readonly fromCompletion: string
  readonly until: (day: string) => string
  readonly times: (count: number) => string
}

/** The name of a day of the week. January 1, 2024 was a Monday. */
export const weekdayName = (day: Weekday, culture: string, style: 'long' | 'short'): string =>
  new Intl.DateTimeFormat(culture, { weekday: style, timeZone: 'UTC' }).format(
    Date.UTC(2024, 0, 1 + weekdays.indexOf(day)),
  )

export function recurrenceText(recurring: Recurring, words: RecurrenceWords, culture: string): string {
  const { type, interval, days, dayOfMonth, isFromCompletion, until, times } = recurring
  const names = new Intl.ListFormat(culture).format(days.map(day => weekdayName(day, culture, 'long')))
  const day =
    until && new Intl.DateTimeFormat(culture, { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(until))
  return [
    words.every[type](interval),
    ...(type === 'weekly' && names !== '' ? [words.on(names)] : []),
    ...(type !== 'weekly' && type !== 'daily' && dayOfMonth !== null ? [words.onDay(dayOfMonth)] : []),
    ...(isFromCompletion ? [words.fromCompletion] : []),
    ...(day ? [words.until(day)] : []),
    ...(times === null ? [] : [words.times(times)]),
  ].join(' ')
}
