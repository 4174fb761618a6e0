// Implements $OFFSET(rule, date): moves a period by years, quarters, months, weeks, days, hours, minutes or seconds.
import { fromLocal, isWithinYears, unlessOutOfRange, zonedAt } from '../../fields/moment.ts'
import { Moment } from '../../fields/value-type.ts'

const rule = /^\s*([YQMWDHhms])\s*([+-])\s*(\d{1,9})\s*$/

/** Seconds, or calendar units. */
type CalendarOffset = number | Exclude<Temporal.DurationLike, string>

/** The length of a unit: M is a month, m a minute, and H an hour as h is. */
const units: Readonly<Record<string, (count: number) => CalendarOffset>> = {
  Y: years => ({ years }),
  Q: quarters => ({ months: quarters * 3 }),
  M: months => ({ months }),
  W: weeks => ({ weeks }),
  D: days => ({ days }),
  h: hours => hours * 3600,
  H: hours => hours * 3600,
  m: minutes => minutes * 60,
  s: seconds => seconds,
}

/** Null when the rule cannot be parsed, or leads beyond the years 1 to 9999. */
export function offset(text: string, { start, end }: Moment, timeZone: string): Moment | null {
  const [, unit, sign, digits] = rule.exec(text) ?? []
  if (unit === undefined) return null
  const step = units[unit]?.(Number(digits) * (sign === '-' ? -1 : 1)) as CalendarOffset
  const moved = unlessOutOfRange(() => new Moment(move(start, step, timeZone), move(end, step, timeZone)))
  return moved && isWithinYears(moved.start) && isWithinYears(moved.end) ? moved : null
}

/** Moves by seconds, or by calendar units, which keep the time of day across changes of daylight saving time. */
function move(at: number, step: CalendarOffset, timeZone: string): number {
  if (typeof step === 'number') return at + step
  const from = zonedAt(at, timeZone).toPlainDateTime()
  const to = from.add(step)
  // The end of a month stays the end of a month.
  const byMonths = step.days === undefined && step.weeks === undefined
  const atEnd = byMonths && from.day === from.daysInMonth
  return fromLocal(atEnd ? to.with({ day: to.daysInMonth }) : to, timeZone)
}
