// Computes when a recurring task is due, and writes one Activity row for each time.
import { type Recurrence, weekdays } from '../../fields/kinds/particular/recurrence.ts'
import type { Row } from '../../storage/store.ts'
import type { RuleStore } from './types.ts'

const day = 86_400
/** How far ahead rows are written; a job writes those that follow. */
export const horizon = 366 * day
/** How far back rows are written. */
const past = 31 * day

const dayOf = (seconds: number): number => Math.floor(seconds / day)
const dayNumber = (year: number, month: number, date: number): number => {
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Date.UTC(year, month, Math.min(date, last)) / 1000 / day
}

/** The numbers of days from 1970 on which the pattern is due, from `first` on, in order and without end. */
function* daysOf({ Pattern: pattern }: Recurrence, first: number): Generator<number> {
  const start = new Date(first * day * 1000)
  const [year, month, date] = [start.getUTCFullYear(), start.getUTCMonth(), start.getUTCDate()]
  const weekday = start.getUTCDay()
  for (let turn = 0; ; turn++) {
    const step = turn * pattern.Interval
    if (pattern.Type === 'daily') yield first + step
    else if (pattern.Type === 'weekly') {
      const begins = Math.max(0, weekdays.indexOf((pattern.FirstDayOfWeek ?? 'sunday') as 'sunday'))
      const week = first - ((weekday - begins + 7) % 7) + step * 7
      const names = pattern.DaysOfWeek?.length ? pattern.DaysOfWeek : [weekdays[weekday]]
      const offsets = names.map(name => (weekdays.indexOf(name as 'sunday') - begins + 7) % 7)
      for (const offset of [...new Set(offsets)].sort((a, b) => a - b)) yield week + offset
    } else if (pattern.Type === 'absoluteMonthly') yield dayNumber(year, month + step, pattern.DayOfMonth ?? date)
    else yield dayNumber(year + step, (pattern.Month ?? month + 1) - 1, pattern.DayOfMonth ?? date)
  }
}

/**
 * The times, in epoch seconds, between `from` and `until`. The time of day is that of the task, in UTC. A pattern that
 * regenerates is due once: the next time follows from when the task is done.
 */
export function occurrencesOf(recurrence: Recurrence, due: number, from: number, until: number): number[] {
  const { Pattern, Range } = recurrence
  const first = Range.StartDate === null ? dayOf(due) : dayOf(Date.parse(Range.StartDate) / 1000)
  const times: number[] = []
  for (const number of daysOf(recurrence, first)) {
    const time = number * day + (due % day)
    if (time > until) break
    if (number < first) continue
    if (Pattern.Regenerating) return [time]
    if (time >= from) times.push(time)
  }
  return times
}

/** Replaces the Activity rows of a task. */
export async function writeOccurrences(store: RuleStore, task: Row & { id: string }, now: number): Promise<void> {
  await store.remove('activity', { task_key: task.id })
  if (typeof task.recurrence !== 'string') return
  const { creator = null, modified_by = null, modified = null, version = null } = task
  const until = Math.max(now, Number(task.date_time)) + horizon
  for (const time of occurrencesOf(JSON.parse(task.recurrence), Number(task.date_time), now - past, until)) {
    const row = { task_key: task.id, start_date: time, creator, created: modified, modified, modified_by, version }
    await store.insert('Activity', row)
  }
}
