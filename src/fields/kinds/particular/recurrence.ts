// Defines the kind for how a task recurs: a pattern and the range of its days, stored as JSON, and the key of its series.
import { isObject, member } from '../../../base/text/json.ts'
import { column } from '../../../storage/table.ts'
import { at, invalid, wrongType } from '../../checks.ts'
import type { Field, ParseContext, Traits } from '../../field.ts'
import { parseMoment } from '../../moment.ts'
import { outputOf } from '../../output.ts'
import { type Source, valuePart } from '../../part.ts'
import { option } from '../option.ts'
import { keyPart, readKey } from '../reference.ts'

export const recurrenceTypes = ['daily', 'weekly', 'absoluteMonthly', 'absoluteYearly'] as const
export const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const

/** The stored form: members that were left out are null, and are derived from the day of the task. */
export interface Recurrence {
  readonly Pattern: {
    readonly Type: (typeof recurrenceTypes)[number]
    readonly Interval: number
    readonly DaysOfWeek: readonly string[] | null
    readonly FirstDayOfWeek: string | null
    readonly DayOfMonth: number | null
    readonly Month: number | null
    readonly Regenerating: boolean
  }
  readonly Range: {
    readonly StartDate: string | null
    /** The last day on which it may be due. */
    readonly EndDate: string | null
    readonly NumberOfOccurrences: number | null
  }
}

/** The kind of the keys of series. A series is no record: its tasks have its key. */
const seriesKind = 'RecurrenceTask'

type Members = Record<string, unknown>

/** Reads a word of a list, in the spelling of the list; null when it was refused. */
function word<Word extends string>(value: unknown, words: readonly Word[], context: ParseContext): Word | null {
  const found = typeof value === 'string' ? words.find(one => one.toLowerCase() === value.toLowerCase()) : undefined
  return found ?? invalid(context, `is one of ${words.join(', ')}`)
}

function whole(value: unknown, most: number, context: ParseContext): number | null {
  if (value === undefined || value === null) return null
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most) return value
  return invalid(context, `is a whole number from 1 to ${most}`)
}

function checkNames(sent: Members, names: readonly string[], context: ParseContext): void {
  for (const name of Object.keys(sent)) {
    if (names.some(known => known.toLowerCase() === name.toLowerCase())) continue
    const { path } = at(context, name)
    context.problems.add('UnknownField', path, `${path} is unknown; ${context.path} has ${names.join(', ')}.`)
  }
}

const patternNames = ['Type', 'Interval', 'DaysOfWeek', 'FirstDayOfWeek', 'DayOfMonth', 'Month', 'Regenerating']

function readPattern(sent: Members, context: ParseContext): Recurrence['Pattern'] {
  checkNames(sent, patternNames, context)
  const [days, first, regenerating] = [
    member(sent, 'DaysOfWeek') ?? null,
    member(sent, 'FirstDayOfWeek') ?? null,
    member(sent, 'Regenerating') ?? false,
  ]
  if (typeof regenerating !== 'boolean') wrongType(at(context, 'Regenerating'), 'true or false', regenerating)
  const list = days === null ? null : Array.isArray(days) ? days : [days]
  return {
    Type: word(member(sent, 'Type'), recurrenceTypes, at(context, 'Type')) ?? 'daily',
    Interval: whole(member(sent, 'Interval'), 1_000, at(context, 'Interval')) ?? 1,
    DaysOfWeek: list?.flatMap(day => word(day, weekdays, at(context, 'DaysOfWeek')) ?? []) ?? null,
    FirstDayOfWeek: first === null ? null : word(first, weekdays, at(context, 'FirstDayOfWeek')),
    DayOfMonth: whole(member(sent, 'DayOfMonth'), 31, at(context, 'DayOfMonth')),
    Month: whole(member(sent, 'Month'), 12, at(context, 'Month')),
    Regenerating: regenerating === true,
  }
}

const noRange: Recurrence['Range'] = { StartDate: null, EndDate: null, NumberOfOccurrences: null }

function readDay(sent: Members, name: string, context: ParseContext): string | null {
  const value = member(sent, name) ?? null
  if (value === null) return null
  const text = typeof value === 'string' ? /^\d{4}-\d\d-\d\d/.exec(value)?.[0] : undefined
  if (text !== undefined && parseMoment(text, 'UTC') !== null) return text
  return invalid(at(context, name), 'is a date such as 2026-08-24')
}

function readRange(sent: unknown, context: ParseContext): Recurrence['Range'] {
  if (sent === null) return noRange
  if (!isObject(sent)) {
    wrongType(context, `an object with ${Object.keys(noRange).join(', ')}`, sent)
    return noRange
  }
  checkNames(sent, Object.keys(noRange), context)
  const range = {
    StartDate: readDay(sent, 'StartDate', context),
    EndDate: readDay(sent, 'EndDate', context),
    NumberOfOccurrences: whole(member(sent, 'NumberOfOccurrences'), 10_000, at(context, 'NumberOfOccurrences')),
  }
  if (range.StartDate !== null && range.EndDate !== null && range.EndDate < range.StartDate)
    invalid(at(context, 'EndDate'), 'is not before StartDate')
  return range
}

/** A written key is that of the series of the task. */
function checkSeries(sent: unknown, series: unknown, context: ParseContext): void {
  const key = readKey(sent ?? null, [seriesKind], context)
  if (key === null || key === undefined || key.id === series) return
  const reason = context.creating
    ? 'must be null on Create: the service gives the key'
    : 'is not the series of this task'
  context.problems.add(context.creating ? 'KeyNotAllowed' : 'UnknownKey', context.path, `${context.path} ${reason}.`)
}

/** `series` is the column with the identifier of the series. */
export function recurrence({ series, ...traits }: Traits & { series: string }): Field {
  return {
    traits,
    schema: { type: 'ObjectField' },
    columns: c => [column(c, 'text')],
    part: ({ name, join, column: c }) => {
      const source: Source = { join, column: c }
      const piece = (of: string, doc: string, pick: (value: Recurrence) => unknown) =>
        valuePart(of, { doc, output: outputOf(source, value => JSON.stringify(pick(JSON.parse(String(value))))) })
      return valuePart(
        name,
        { output: outputOf(source, String), presence: [source] },
        keyPart('Key', { join, column: series }, seriesKind),
        piece('Pattern', 'How often it is due: one kind of pattern and its members.', value => value.Pattern),
        piece('Range', 'From when, and until when or how many times.', value => value.Range),
      )
    },
    parse: (value, c, _list, context) => {
      if (value === null) return { columns: { [c]: null } }
      if (!isObject(value)) return wrongType(context, 'an object with Pattern and Range', value)
      const before = context.problems.count
      const stored = context.current[c]
      const { Pattern, Range }: Partial<Recurrence> = typeof stored === 'string' ? JSON.parse(stored) : {}
      const [pattern, range] = [member(value, 'Pattern') ?? Pattern, member(value, 'Range')]
      if (!isObject(pattern)) return wrongType(at(context, 'Pattern'), 'an object with Type and Interval', pattern)
      checkNames(value, ['Key', 'Pattern', 'Range'], context)
      checkSeries(member(value, 'Key'), context.current[series], at(context, 'Key'))
      const read: Recurrence = {
        Pattern: readPattern(pattern, at(context, 'Pattern')),
        Range: range === undefined ? (Range ?? noRange) : readRange(range, at(context, 'Range')),
      }
      return context.problems.count > before ? null : { columns: { [c]: JSON.stringify(read) } }
    },
  }
}

/** The key of the series of a task, by which its tasks are found. */
export const seriesKey = (spec: Traits): Field => ({
  traits: { ...spec, readOnly: true },
  schema: { type: 'KeyField' },
  columns: c => [column(c, 'text')],
  part: ({ name, join, column: c }) => keyPart(name, { join, column: c }, seriesKind),
})

/** The type of the pattern; 0 for a task that does not recur. */
export const recurrenceType = option({
  doc: 'The type of its recurrence.',
  numeric: true,
  fallback: 0,
  readOnly: true,
  items: ['None', 'Daily', 'Weekly', 'Monthly', 'Yearly'].map((name, key) => ({ key, name })),
})
