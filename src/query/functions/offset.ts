// $OFFSET(rule, date): a period moved by years, quarters, months, weeks, days, hours, minutes or seconds.
import { calendarDay, fromWallClock, isWithinYears, isYear, type WallClock, wallClock } from '../../fields/moment.ts'
import { Moment } from '../../fields/value-type.ts'

const rule = /^\s*([YQMWDhms])\s*([+-])\s*(\d{1,9})\s*$/

/** Null when the rule cannot be read, or leads out of the calendar. `Y M D W Q h m s`: M is a month, m a minute. */
export function offset(text: string, moment: Moment, timeZone: string): Moment | null {
  const match = rule.exec(text)
  if (!match) return null
  const unit = match[1] as string
  const count = Number(match[3]) * (match[2] === '-' ? -1 : 1)
  const moved = new Moment(move(moment.start, unit, count, timeZone), move(moment.end, unit, count, timeZone))
  return isWithinYears(moved.start) && isWithinYears(moved.end) ? moved : null
}

function move(at: number, unit: string, count: number, timeZone: string): number {
  switch (unit) {
    case 'h':
      return at + count * 3600
    case 'm':
      return at + count * 60
    case 's':
      return at + count
    case 'D':
      return moveDays(at, count, timeZone)
    case 'W':
      return moveDays(at, count * 7, timeZone)
    case 'M':
      return moveMonths(at, count, timeZone)
    case 'Q':
      return moveMonths(at, count * 3, timeZone)
    default:
      return moveMonths(at, count * 12, timeZone)
  }
}

/** The same time of day that many days on, whatever the clocks did in between. */
function moveDays(at: number, count: number, timeZone: string): number {
  const wall = wallClock(at, timeZone)
  return onClock({ ...wall, ...calendarDay(wall.year, wall.month, wall.day + count) }, timeZone)
}

/** Not a number where no calendar goes: clocks cannot be asked there. */
const onClock = (wall: WallClock, timeZone: string): number =>
  isYear(wall.year - 1) || isYear(wall.year) ? fromWallClock(wall, timeZone) : Number.NaN

/** A month's end stays a month's end: a day that the month does not have becomes its last. */
function moveMonths(at: number, count: number, timeZone: string): number {
  const wall = wallClock(at, timeZone)
  const months = wall.year * 12 + (wall.month - 1) + count
  const [year, month] = [Math.floor(months / 12), (((months % 12) + 12) % 12) + 1]
  const lastOf = (y: number, m: number) => calendarDay(y, m + 1, 0).day
  const atEnd = wall.day === lastOf(wall.year, wall.month)
  const day = atEnd ? lastOf(year, month) : Math.min(wall.day, lastOf(year, month))
  return onClock({ ...wall, year, month, day }, timeZone)
}
