// Computes the days of a period, such as this quarter, in the time zone of the user.

export const periods = ['year', 'lastYear', 'months12', 'ahead12', 'quarter', 'days90', 'days30'] as const

export type Period = (typeof periods)[number]

/** Days as requests spell them; both are part of the period. */
export interface Days {
  readonly from: string
  readonly to: string
}

const dayMs = 86_400_000
const isoDay = (date: Date): string => date.toISOString().slice(0, 10)
const utc = (year: number, month: number, day: number): Date => new Date(Date.UTC(year, month, day))

/** The calendar day of a moment in a time zone, as midnight UTC. */
export function dayIn(timeZone: string, now = new Date()): Date {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  const named = Object.fromEntries(parts.formatToParts(now).map(({ type, value }) => [type, Number(value)]))
  return utc(named.year ?? 1970, (named.month ?? 1) - 1, named.day ?? 1)
}

export function daysOf(period: Period, today: Date): Days {
  const [year, month] = [today.getUTCFullYear(), today.getUTCMonth()]
  const between = (from: Date, to: Date): Days => ({ from: isoDay(from), to: isoDay(to) })
  switch (period) {
    case 'year':
      return between(utc(year, 0, 1), utc(year, 11, 31))
    case 'lastYear':
      return between(utc(year - 1, 0, 1), utc(year - 1, 11, 31))
    case 'months12':
      return between(utc(year, month - 11, 1), utc(year, month + 1, 0))
    case 'ahead12':
      return between(utc(year, month, 1), utc(year, month + 12, 0))
    case 'quarter': {
      const first = month - (month % 3)
      return between(utc(year, first, 1), utc(year, first + 3, 0))
    }
    case 'days90':
      return between(new Date(today.getTime() - 89 * dayMs), today)
    case 'days30':
      return between(new Date(today.getTime() - 29 * dayMs), today)
  }
}

export interface Month extends Days {
  readonly year: number
  /** 1 to 12 */
  readonly month: number
}

/** The months that a period touches, each with its days inside the period. */
export function monthsOf({ from, to }: Days): Month[] {
  const months: Month[] = []
  const last = new Date(to)
  for (
    let at = new Date(`${from.slice(0, 7)}-01`);
    at <= last;
    at = utc(at.getUTCFullYear(), at.getUTCMonth() + 1, 1)
  ) {
    const end = isoDay(utc(at.getUTCFullYear(), at.getUTCMonth() + 1, 0))
    const start = isoDay(at)
    months.push({
      year: at.getUTCFullYear(),
      month: at.getUTCMonth() + 1,
      from: start < from ? from : start,
      to: end > to ? to : end,
    })
  }
  return months
}
