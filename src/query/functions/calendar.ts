// Periods of the calendar around now: $TODAY(), $THISWEEK(), $THISMONTH(), $THISYEAR(), $NOW().
import { startOfDay, utcSeconds, wallClock } from '../../fields/moment.ts'
import { Moment } from '../../fields/value-type.ts'

/** From one day up to another, as a stretch of time in the zone. Days and months may run over; they are reckoned on. */
export function days(from: [number, number, number], to: [number, number, number], timeZone: string): Moment {
  return new Moment(startOfDay(...from, timeZone), startOfDay(...to, timeZone))
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
    const monday = day - ((new Date(utcSeconds(year, month, day) * 1000).getUTCDay() + 6) % 7)
    return days([year, month, monday], [year, month, monday + 7], timeZone)
  },
  THISMONTH: (now, timeZone) => {
    const { year, month } = wallClock(now, timeZone)
    return days([year, month, 1], [year, month + 1, 1], timeZone)
  },
  THISYEAR: (now, timeZone) => yearPeriod(wallClock(now, timeZone).year, timeZone),
}
