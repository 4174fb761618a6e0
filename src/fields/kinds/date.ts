// Defines the kinds for dates, stored as days of the calendar, and for date-times, stored as seconds in UTC.
import { excerpt } from '../../base/text/json.ts'
import { column } from '../../storage/table.ts'
import { bareValue, invalid, wrongType } from '../checks.ts'
import type { Field, ParseContext, Traits } from '../field.ts'
import { dateExample, isoDateTime, isoDay, parseMoment } from '../moment.ts'
import { outputOf, textOutput } from '../output.ts'
import { displayedPart, type Source, type ValuePart } from '../part.ts'
import { dateTimeType, dateType } from '../types.ts'
import type { Moment } from '../value-type.ts'

/** Accepts the bare value and `{Value}`; undefined when it was refused. */
function readMoment(value: unknown, context: ParseContext): Moment | null | undefined {
  const bare = bareValue(value)
  if (bare === null || bare === '') return null
  if (typeof bare !== 'string') {
    wrongType(context, dateExample, value)
    return undefined
  }
  const moment = parseMoment(bare, 'UTC')
  if (!moment) invalid(context, `takes ${dateExample}, not ${excerpt(value)}`)
  return moment ?? undefined
}

const dateTimePart = (name: string, source: Source, shown: 'dateTime' | 'dateTimeToSecond'): ValuePart => {
  const operand = { type: dateTimeType, sources: [source] }
  const output = outputOf(source, value => `"${isoDateTime(Number(value))}"`)
  const display = outputOf(source, (value, context) => JSON.stringify(context.locale[shown](Number(value))))
  const value = { output, operand }
  return displayedPart(name, value, display)
}

interface DateTimeSpec extends Traits {
  /** Its DisplayValue has seconds. */
  readonly seconds?: boolean
}

export function dateTime({ seconds = false, ...traits }: DateTimeSpec): Field {
  const shown = seconds ? 'dateTimeToSecond' : 'dateTime'
  return {
    traits,
    schema: { type: 'DateTimeField', attributes: { Date: true, Time: true } },
    columns: c => [column(c, 'integer')],
    part: ({ name, join, column: c }) => dateTimePart(name, { join, column: c }, shown),
    parse: (value, c, _list, context) => {
      const moment = readMoment(value, context)
      return moment === undefined ? null : { columns: { [c]: moment?.start ?? null } }
    },
  }
}

export function date(spec: Traits): Field {
  return {
    traits: spec,
    schema: { type: 'DateTimeField', attributes: { Date: true } },
    columns: c => [column(c, 'text')],
    part: ({ name, join, column: c }) => {
      const source = { join, column: c }
      const operand = { type: dateType, sources: [source] }
      const output = textOutput(source)
      const display = outputOf(source, (value, context) => JSON.stringify(context.locale.date(String(value))))
      const value = { output, operand }
      return displayedPart(name, value, display)
    },
    parse: (value, c, _list, context) => {
      const moment = readMoment(value, context)
      if (moment === undefined) return null
      return { columns: { [c]: moment === null ? null : isoDay(moment.start, 'UTC') } }
    },
  }
}
