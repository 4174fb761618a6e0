// Computes the days of a calendar: the week, the month, and the steps between them. A day is a text such as 2026-11-16.

export const calendarViews = ['week', 'day', 'month'] as const
export type CalendarView = (typeof calendarViews)[number]

const dayMs = 86_400_000
const utc = (day: string): Date => new Date(`${day}T00:00:00Z`)
const isoDay = (date: Date): string => date.toISOString().slice(0, 10)

export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && isoDay(utc(text)) === text

export const addDays = (day: string, days: number): string => isoDay(new Date(utc(day).getTime() + days * dayMs))

export const daysBetween = (from: string, to: string): number =>
  Math.round((utc(to).getTime() - utc(from).getTime()) / dayMs)

interface WeekLocale {
  getWeekInfo?(): { firstDay: number }
  weekInfo?: { firstDay: number }
}

/** 1 for Monday to 7 for Sunday: with which day the week begins in a culture. */
export function firstDayOfWeek(culture: string): number {
  try {
    const locale = new Intl.Locale(culture) as unknown as WeekLocale
    return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1
  } catch {
    return 1
  }
}

/** The first day of the week of a day. */
export function weekStart(day: string, firstDay: number): string {
  const weekday = utc(day).getUTCDay() || 7
  return addDays(day, -((weekday - firstDay + 7) % 7))
}

const run = (from: string, count: number): string[] => Array.from({ length: count }, (_, at) => addDays(from, at))

/** The days that a view shows: a month has whole weeks. */
export function daysOfView(view: CalendarView, day: string, firstDay: number): readonly string[] {
  if (view === 'day') return [day]
  if (view === 'week') return run(weekStart(day, firstDay), 7)
  const first = `${day.slice(0, 7)}-01`
  const from = weekStart(first, firstDay)
  const end = addDays(monthLater(first, 1), -1)
  return run(from, Math.ceil((daysBetween(from, end) + 1) / 7) * 7)
}

/** The same day of a later month, or the last one of a shorter month. */
function monthLater(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate()
  return isoDay(new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))))
}

/** The day to which the view goes by one step. */
export const stepped = (view: CalendarView, day: string, steps: number): string =>
  view === 'month' ? monthLater(day, steps) : addDays(day, steps * (view === 'week' ? 7 : 1))
