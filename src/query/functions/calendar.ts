// Periods of the calendar around now: $TODAY(), $THISWEEK(), $THISMONTH(), $THISYEAR(), $NOW().
import { startOfDay, wallClock } from '../../fields/moment.ts'
import { Moment } from '../../fields/value-type.ts'

/** From one day up to another, as a stretch of time in the zone. Days and months may run over; they are reckoned on. */
export function days(from: [number, number, number], to: [number, number, number], timeZone: string): Moment {
  const start = ([year, month, day]: [number, number, number]) => {
    const date = new Date(0)
    date.setUTCFullYear(year, month - 1, day)
    return startOfDay(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate(), timeZone)
  }
  return new Moment(start(from), start(to))
}

export const yearPeriod = (year: number, timeZone: string): Moment => days([year, 1, 1], [year + 1, 1, 1], timeZone)

type Calendar = (now: number, timeZone: string) => Moment

export const calendar: Readonly<Record<string, Calendar>> = {
  NOW: now => new Moment(now, now + 1),
  TODAY: (now, timeZone) => {
    const { year, month, day } = wallClock(now, timeZone)
    return days([year, month, day], [year, month, day + 1], timeZone)
  },
  THISWEEK: (now, timeZone) => {
    const { year, month, day } = wallClock(now, timeZone)
    // Weeks start on Monday.
    const monday = day - ((new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7)
    return days([year, month, monday], [year, month, monday + 7], timeZone)
  },
  THISMONTH: (now, timeZone) => {
    const { year, month } = wallClock(now, timeZone)
    return days([year, month, 1], [year, month + 1, 1], timeZone)
  },
  THISYEAR: (now, timeZone) => yearPeriod(wallClock(now, timeZone).year, timeZone),
}
