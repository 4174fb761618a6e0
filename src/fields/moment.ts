// Converts between epoch seconds and calendar days of a time zone, and reads and writes ISO 8601.
import { Moment, type Period } from './value-type.ts'

/** The years from 1 to 9999, which ISO 8601 writes with four digits. */
const day = /^(?!0000)\d{4}-\d{2}-\d{2}$/
const dayAndTime = /^((?!0000)\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(?::([0-5]\d)(?:\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?$/i

const [firstYear, lastYear] = [1, 9999]
export const isYear = (year: number): boolean => Number.isInteger(year) && year >= firstYear && year <= lastYear

const secondsOf = (time: Temporal.Instant | Temporal.ZonedDateTime): number => time.epochMilliseconds / 1000

/** An offset can move a time out of the years from 1 to 9999. */
const firstSecond = secondsOf(Temporal.Instant.from('0001-01-01T00:00:00Z'))
const lastSecond = secondsOf(Temporal.Instant.from('9999-12-31T23:59:59Z'))
const daySeconds = 86_400

/** A second of the years from 1 to 9999 in any time zone. */
export const isWithinYears = (epochSeconds: number): boolean =>
  epochSeconds >= firstSecond - daySeconds && epochSeconds <= lastSecond + daySeconds

/** Undefined where Temporal refuses a date or time that does not exist. */
export function unlessOutOfRange<T>(make: () => T): T | undefined {
  try {
    return make()
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** The local date and time in a time zone. */
export const zonedAt = (epochSeconds: number, timeZone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(epochSeconds * 1000).toZonedDateTimeISO(timeZone)

/** The period from one day up to another in a time zone. A day without midnight begins with its first second. */
export const days = (from: Temporal.PlainDate, to: Temporal.PlainDate, timeZone: string): Moment =>
  new Moment(secondsOf(from.toZonedDateTime(timeZone)), secondsOf(to.toZonedDateTime(timeZone)))

/** Epoch seconds of a date and time in a zone. A time that clocks skip is moved forward by the length of the gap. */
export const fromLocal = (local: Temporal.PlainDateTime, timeZone: string): number =>
  secondsOf(local.toZonedDateTime(timeZone))

/** Reads ISO 8601: a date alone is its day in the zone, a date-time its second (UTC when it has no offset). */
export function parseMoment(text: string, timeZone: string): Moment | null {
  const trimmed = text.trim()
  if (day.test(trimmed)) {
    const date = unlessOutOfRange(() => Temporal.PlainDate.from(trimmed))
    return date === undefined ? null : days(date, date.add({ days: 1 }), timeZone)
  }
  const parts = dayAndTime.exec(trimmed)
  if (!parts) return null
  const [, date, minute, second = '00', offset = 'Z'] = parts
  const instant = unlessOutOfRange(() => Temporal.Instant.from(`${date}T${minute}:${second}${offset}`))
  const at = instant === undefined ? Number.NaN : secondsOf(instant)
  return at >= firstSecond && at <= lastSecond ? new Moment(at, at + 1) : null
}

/** Days compare as text, in which the year 10000 would come before all others. */
const isoDate = (date: Temporal.PlainDate): string => (date.year > lastYear ? '9999-12-32' : date.toString())

/** The day of an instant in a time zone: `2026-01-20`. */
export const isoDay = (epochSeconds: number, timeZone: string): string =>
  isoDate(zonedAt(epochSeconds, timeZone).toPlainDate())

/** The days that a period touches, as text: from the day of its start to the day after that of its last second. */
export const dayPeriod = (moment: Moment, timeZone: string): Period => ({
  start: isoDay(moment.start, timeZone),
  end: isoDate(
    zonedAt(moment.end - 1, timeZone)
      .toPlainDate()
      .add({ days: 1 }),
  ),
})

const twoDigits = Array.from({ length: 60 }, (_, i) => String(i).padStart(2, '0'))
const dates = new Map<number, string>()
const datesKept = 20_000

/**
 * `2026-01-20T20:37:51Z`. Each record of a Read has such times, so dates are cached by day and the time of day is formatted
 * here: Temporal takes fifteen times as long (docs/explanations/performance.md).
 */
export function isoDateTime(epochSeconds: number): string {
  const dayNumber = Math.floor(epochSeconds / daySeconds)
  let date = dates.get(dayNumber)
  if (date === undefined) {
    if (dates.size >= datesKept) dates.clear()
    date = isoDay(epochSeconds, 'UTC')
    dates.set(dayNumber, date)
  }
  const second = Math.floor(epochSeconds - dayNumber * daySeconds)
  const minute = Math.floor(second / 60)
  return `${date}T${twoDigits[Math.floor(minute / 60)]}:${twoDigits[minute % 60]}:${twoDigits[second % 60]}Z`
}

/** For messages about a value that is no date. */
export const dateExample = 'an ISO 8601 date or date-time, such as "2026-08-24" or "2026-08-24T13:30:00Z"'
