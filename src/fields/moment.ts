// Points and stretches of time: reading ISO 8601, days of a time zone, and the days that a stretch touches.
import { Moment, type Period } from './value-type.ts'

const dateOnly = /^(\d{4})-(\d{2})-(\d{2})$/
const dateTime = /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?$/i

/** The years that dates can have: four digits, as they are written. */
const [firstYear, lastYear] = [1, 9999]

/** The first second of a day in a time zone. Where midnight does not exist, the first second that does. */
export function startOfDay(year: number, month: number, day: number, timeZone: string): number {
  const utc = utcSeconds(year, month, day)
  if (timeZone === 'UTC') return utc
  // The offset at a guess may differ from the offset at the answer around a change of clocks: try again with that.
  const first = utc - offsetAt(utc, timeZone)
  const second = utc - offsetAt(first, timeZone)
  const dayBefore = second + offsetAt(second, timeZone) < utc
  return dayBefore ? Math.max(first, second) : second
}

/** The calendar's day; months and days that run over are reckoned on. */
export function calendarDay(year: number, month: number, day: number): { year: number; month: number; day: number } {
  const date = new Date(utcSeconds(year, month, day) * 1000)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

export const isYear = (year: number): boolean => year >= firstYear && year <= lastYear

/** A second of one of these years, in any time zone. */
export const isWithinYears = (epochSeconds: number): boolean =>
  epochSeconds >= utcSeconds(firstYear, 1, 1) - 86_400 && epochSeconds <= utcSeconds(lastYear + 1, 1, 1) + 86_400

export const utcSeconds = (year: number, month: number, day: number): number => {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return Math.floor(date.getTime() / 1000)
}

/** An offset can push a time out of the years that ISO 8601 writes with four digits. */
const firstSecond = utcSeconds(1, 1, 1)
const lastSecond = utcSeconds(9999, 12, 31) + 86_399

const formatters = new Map<string, Intl.DateTimeFormat>()

export interface WallClock {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second: number
}

/** What clocks on the wall of a time zone show. */
export function wallClock(epochSeconds: number, timeZone: string): WallClock {
  if (timeZone === 'UTC') {
    const d = new Date(epochSeconds * 1000)
    return {
      year: d.getUTCFullYear(),
      month: d.getUTCMonth() + 1,
      day: d.getUTCDate(),
      hour: d.getUTCHours(),
      minute: d.getUTCMinutes(),
      second: d.getUTCSeconds(),
    }
  }
  let format = formatters.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-u-ca-iso8601', {
      timeZone,
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
      hourCycle: 'h23',
    })
    formatters.set(timeZone, format)
  }
  const parts: Record<string, number> = {}
  for (const { type, value } of format.formatToParts(new Date(epochSeconds * 1000))) parts[type] = Number(value)
  return parts as unknown as WallClock
}

function offsetAt(epochSeconds: number, timeZone: string): number {
  const w = wallClock(epochSeconds, timeZone)
  return utcSeconds(w.year, w.month, w.day) + w.hour * 3600 + w.minute * 60 + w.second - epochSeconds
}

/** Wall-clock time of a zone as epoch seconds. */
export function fromWallClock(w: WallClock, timeZone: string): number {
  const utc = utcSeconds(w.year, w.month, w.day) + w.hour * 3600 + w.minute * 60 + w.second
  if (timeZone === 'UTC') return utc
  return utc - offsetAt(utc - offsetAt(utc, timeZone), timeZone)
}

/** Reads ISO 8601: a date alone is its day in the zone, a date-time its second (UTC when it has no offset). */
export function parseMoment(text: string, timeZone: string): Moment | null {
  const trimmed = text.trim()
  const day = dateOnly.exec(trimmed)
  if (day) {
    const [y, m, d] = [Number(day[1]), Number(day[2]), Number(day[3])]
    if (!exists(y, m, d)) return null
    return new Moment(startOfDay(y, m, d, timeZone), startOfDay(y, m, d + 1, timeZone))
  }
  const full = dateTime.exec(trimmed)
  if (!full) return null
  const [y, m, d, h, min, s] = [1, 2, 3, 4, 5, 6].map(i => Number(full[i] ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  if (!exists(y, m, d) || h > 23 || min > 59 || s > 59) return null
  const at = utcSeconds(y, m, d) + h * 3600 + min * 60 + s - offsetSeconds(full[7])
  return at < firstSecond || at > lastSecond ? null : new Moment(at, at + 1)
}

function offsetSeconds(text: string | undefined): number {
  if (text === undefined || text.toUpperCase() === 'Z') return 0
  const digits = text.slice(1).replace(':', '')
  const size = Number(digits.slice(0, 2)) * 3600 + Number(digits.slice(2)) * 60
  return text.startsWith('-') ? -size : size
}

function exists(year: number, month: number, day: number): boolean {
  if (!isYear(year) || month < 1 || month > 12 || day < 1) return false
  return day <= new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()
}

const pad = (n: number, width = 2): string => String(n).padStart(width, '0')

export const isoDate = (w: { year: number; month: number; day: number }): string =>
  `${pad(w.year, 4)}-${pad(w.month)}-${pad(w.day)}`

const daySeconds = 86_400
const twoDigits = Array.from({ length: 60 }, (_, i) => pad(i))
let lastDay = Number.NaN
let lastDate = ''

/** `2026-01-20T20:37:51Z`. By hand, since every record of a Read has such dates: a Date takes twenty times as long. */
export function isoDateTime(epochSeconds: number): string {
  const day = Math.floor(epochSeconds / daySeconds)
  if (day !== lastDay) {
    lastDay = day
    lastDate = isoDate(civilDate(day))
  }
  const second = Math.floor(epochSeconds - day * daySeconds)
  const minute = Math.floor(second / 60)
  return `${lastDate}T${twoDigits[Math.floor(minute / 60)]}:${twoDigits[minute % 60]}:${twoDigits[second % 60]}Z`
}

/** The date of a day counted from 1 January 1970, reckoned in eras of 400 years that begin on 1 March. */
function civilDate(day: number): { year: number; month: number; day: number } {
  const shifted = day + 719_468
  const era = Math.floor(shifted / 146_097)
  const ofEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (ofEra - Math.floor(ofEra / 1460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) / 365,
  )
  const ofYear = ofEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const fromMarch = Math.floor((5 * ofYear + 2) / 153)
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: ofYear - Math.floor((153 * fromMarch + 2) / 5) + 1,
  }
}

/** The days that a stretch of time touches, as text: from the day of its start to the day after that of its last second. */
export function dayPeriod(moment: Moment, timeZone: string): Period {
  const last = wallClock(moment.end - 1, timeZone)
  const after = calendarDay(last.year, last.month, last.day + 1)
  return {
    start: isoDate(wallClock(moment.start, timeZone)),
    // Days compare as text, and that of the year 10000 would come before all others.
    end: isYear(after.year) ? isoDate(after) : '9999-12-32',
  }
}
