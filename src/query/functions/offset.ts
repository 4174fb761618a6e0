// $OFFSET(rule, date): a period moved by years, quarters, months, weeks, days, hours, minutes or seconds.
import { fromWallClock, wallClock } from '../../fields/moment.ts'
import { Moment } from '../../fields/value-type.ts'

const rule = /^\s*([YQMWDhms])\s*([+-])\s*(\d{1,9})\s*$/

/** Null when the rule cannot be read. `Y M D W Q h m s`: M is a month, m a minute. */
export function offset(text: string, moment: Moment, timeZone: string): Moment | null {
  const match = rule.exec(text)
  if (!match) return null
  const unit = match[1] as string
  const count = Number(match[3]) * (match[2] === '-' ? -1 : 1)
  const moved = new Moment(move(moment.start, unit, count, timeZone), move(moment.end, unit, count, timeZone))
  return Number.isFinite(moved.start) && Number.isFinite(moved.end) ? moved : null
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
  const date = new Date(Date.UTC(wall.year, wall.month - 1, wall.day + count))
  return fromWallClock(
    { ...wall, year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() },
    timeZone,
  )
}

/** A month's end stays a month's end: a day that the month does not have becomes its last. */
function moveMonths(at: number, count: number, timeZone: string): number {
  const wall = wallClock(at, timeZone)
  const months = wall.year * 12 + (wall.month - 1) + count
  const [year, month] = [Math.floor(months / 12), (((months % 12) + 12) % 12) + 1]
  const lastOf = (y: number, m: number) => new Date(Date.UTC(y, m, 0)).getUTCDate()
  const atEnd = wall.day === lastOf(wall.year, wall.month)
  const day = atEnd ? lastOf(year, month) : Math.min(wall.day, lastOf(year, month))
  return fromWallClock({ ...wall, year, month, day }, timeZone)
}
