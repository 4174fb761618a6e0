// Formats moments by the calendar and the clock of the user: the day as a heading, the time beside what happened.
import type { Texts } from '../texts/types.ts'

/** The moment of a value of a date field, as text that sorts. */
export const momentText = (value: unknown): string => {
  const moment = typeof value === 'object' && value !== null ? (value as { Value?: unknown }).Value : value
  return typeof moment === 'string' ? moment : ''
}

const dayMs = 86_400_000

type NearDays = Pick<Texts['record']['timeline'], 'yesterday' | 'today' | 'tomorrow'>

/** `now` gives the milliseconds of the clock. */
export function momentFormats(culture: string, timeZone: string, words: NearDays, now: () => number = Date.now) {
  // Swedish writes days as ISO does.
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone })
  const long = { weekday: 'long', day: 'numeric', month: 'long', timeZone } as const
  const thisYear = new Intl.DateTimeFormat(culture, long)
  const otherYear = new Intl.DateTimeFormat(culture, { ...long, year: 'numeric' })
  const time = new Intl.DateTimeFormat(culture, { timeStyle: 'short', timeZone })
  const full = new Intl.DateTimeFormat(culture, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  const dayOf = (moment: string | number): string => day.format(new Date(moment))
  const dayTitle = (moment: string): string => {
    const wanted = dayOf(moment)
    const near = { [words.yesterday]: -dayMs, [words.today]: 0, [words.tomorrow]: dayMs }
    const [name] = Object.entries(near).find(([, away]) => dayOf(now() + away) === wanted) ?? []
    const isThisYear = wanted.slice(0, 4) === dayOf(now()).slice(0, 4)
    return name ?? (isThisYear ? thisYear : otherYear).format(new Date(moment))
  }
  return {
    dayOf,
    dayTitle,
    timeOf: (moment: string) => time.format(new Date(moment)),
    full: (moment: string) => full.format(new Date(moment)),
  }
}
