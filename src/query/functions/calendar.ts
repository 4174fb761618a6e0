// Computes the calendar periods around now: $TODAY(), $THISWEEK(), $THISMONTH(), $THISYEAR(), $NOW().
import { refuse } from '../../base/errors.ts'
import { days, isYear, zonedAt } from '../../fields/moment.ts'
import { Moment } from '../../fields/value-type.ts'

function yearPeriod(year: number, timeZone: string): Moment {
  const first = new Temporal.PlainDate(year, 1, 1)
  return days(first, first.add({ years: 1 }), timeZone)
}

/** The period of a year, or of each year of a list, that `$YEAR(x)` is compared with; null stays null. */
export const yearPeriods = (literal: unknown, path: string, timeZone: string): unknown =>
  Array.isArray(literal)
    ? literal.map((element, i) => yearLiteral(element, `${path}[${i}]`, timeZone))
    : yearLiteral(literal, path, timeZone)

function yearLiteral(literal: unknown, path: string, timeZone: string): Moment | null {
  if (literal === null) return null
  const year = typeof literal === 'string' && /^\d{1,4}$/.test(literal) ? Number(literal) : literal
  if (typeof year === 'number' && isYear(year)) return yearPeriod(year, timeZone)
  return refuse('WrongType', path, `${path} is compared with a year, such as 2026.`)
}

const today = (now: number, timeZone: string): Temporal.PlainDate => zonedAt(now, timeZone).toPlainDate()

type Calendar = (now: number, timeZone: string) => Moment

export const calendar: Readonly<Record<string, Calendar>> = {
  NOW: now => new Moment(now, now + 1),
  TODAY: (now, timeZone) => {
    const day = today(now, timeZone)
    return days(day, day.add({ days: 1 }), timeZone)
  },
  THISWEEK: (now, timeZone) => {
    const day = today(now, timeZone)
    // Weeks start on Monday, which is day 1.
    const monday = day.subtract({ days: day.dayOfWeek - 1 })
    return days(monday, monday.add({ weeks: 1 }), timeZone)
  },
  THISMONTH: (now, timeZone) => {
    const first = today(now, timeZone).with({ day: 1 })
    return days(first, first.add({ months: 1 }), timeZone)
  },
  THISYEAR: (now, timeZone) => yearPeriod(today(now, timeZone).year, timeZone),
}
