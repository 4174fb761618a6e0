// Defines the kind for how a task recurs: a pattern and the day from which it counts, stored as JSON.
import { isObject, member } from '../../../base/json.ts'
import { column } from '../../../storage/table.ts'
import { at, invalid, wrongType } from '../../checks.ts'
import type { Field, ParseContext, Traits } from '../../field.ts'
import { outputOf } from '../../output.ts'
import { type Source, valuePart } from '../../part.ts'

export const recurrenceTypes = ['daily', 'weekly', 'absoluteMonthly', 'absoluteYearly'] as const
export const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const

/** The stored form: members that were left out are null, and follow from the day of the task. */
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
  readonly Range: { readonly StartDate: string | null }
}

type Sent = Readonly<Record<string, unknown>>

/** A word of a list in its own spelling; null when it was refused. */
function word<Word extends string>(value: unknown, words: readonly Word[], context: ParseContext): Word | null {
  const found = typeof value === 'string' ? words.find(one => one.toLowerCase() === value.toLowerCase()) : undefined
  return found ?? invalid(context, `is one of ${words.join(', ')}`)
}

function whole(value: unknown, most: number, context: ParseContext): number | null {
  if (value === undefined || value === null) return null
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most) return value
  return invalid(context, `is a whole number from 1 to ${most}`)
}

function checkNames(sent: Sent, names: readonly string[], context: ParseContext): void {
  for (const name of Object.keys(sent)) {
    if (names.some(known => known.toLowerCase() === name.toLowerCase())) continue
    const { path } = at(context, name)
    context.problems.add('UnknownField', path, `${path} is unknown; ${context.path} has ${names.join(', ')}.`)
  }
}

const patternNames = ['Type', 'Interval', 'DaysOfWeek', 'FirstDayOfWeek', 'DayOfMonth', 'Month', 'Regenerating']

function readPattern(sent: Sent, context: ParseContext): Recurrence['Pattern'] {
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

function readRange(sent: unknown, context: ParseContext): Recurrence['Range'] {
  if (sent === undefined || sent === null) return { StartDate: null }
  if (!isObject(sent)) {
    wrongType(context, 'an object with StartDate', sent)
    return { StartDate: null }
  }
  checkNames(sent, ['StartDate'], context)
  const start = member(sent, 'StartDate') ?? null
  const day = typeof start === 'string' ? /^\d{4}-\d\d-\d\d/.exec(start)?.[0] : undefined
  if (start === null) return { StartDate: null }
  if (day === undefined || Number.isNaN(Date.parse(day)))
    invalid(at(context, 'StartDate'), 'is a date such as 2026-08-24')
  return { StartDate: day ?? null }
}

export function recurrence(spec: Traits): Field {
  return {
    traits: spec,
    schema: { type: 'ObjectField' },
    columns: c => [column(c, 'text')],
    part: ({ name, join, column: c }) => {
      const source: Source = { join, column: c }
      const piece = (of: string, doc: string, pick: (value: Recurrence) => unknown) =>
        valuePart(of, { doc, output: outputOf(source, value => JSON.stringify(pick(JSON.parse(String(value))))) })
      return valuePart(
        name,
        { output: outputOf(source, String), presence: [source] },
        piece('Pattern', 'How often it is due: one kind of pattern and its members.', value => value.Pattern),
        piece('Range', 'From when, and until when or how many times.', value => value.Range),
      )
    },
    parse: (value, c, _list, context) => {
      if (value === null) return { columns: { [c]: null } }
      const pattern = isObject(value) ? member(value, 'Pattern') : undefined
      if (!isObject(value) || !isObject(pattern)) return wrongType(context, 'an object with Pattern and Range', value)
      const before = context.problems.count
      checkNames(value, ['Pattern', 'Range'], context)
      const read: Recurrence = {
        Pattern: readPattern(pattern, at(context, 'Pattern')),
        Range: readRange(member(value, 'Range'), at(context, 'Range')),
      }
      return context.problems.count > before ? null : { columns: { [c]: JSON.stringify(read) } }
    },
  }
}
