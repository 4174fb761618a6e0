// Computes when a recurring task is due, and writes one Activity row for each time.
import { type Recurrence, weekdays } from '../../fields/kinds/particular/recurrence.ts'
import { fromLocal, zonedAt } from '../../fields/moment.ts'
import { topics } from '../../storage/nodes/topics.ts'
import type { Row } from '../../storage/store.ts'
import type { RuleStore } from './types.ts'

const daySeconds = 86_400
/** How far ahead rows are written; the background writes the later ones. */
export const horizon = 366 * daySeconds
/** How far back rows are written. */
const past = 31 * daySeconds

/** One task of a series. */
interface Occurrence {
  readonly recurrence: Recurrence
  /** When the task is due, in epoch seconds. */
  readonly due: number
  /** The time zone of the assignee, which decides on days. */
  readonly zone: string
  /** The number of the task in its series, from 1. */
  readonly number: number
  /** The day from which members of the pattern that were left out are derived, in days since 1970. */
  readonly origin: number
}

const epoch = Temporal.PlainDate.from('1970-01-01')
const numberOf = (date: Temporal.PlainDate): number => epoch.until(date, { largestUnit: 'days' }).days
const dateOf = (number: number): Temporal.PlainDate => epoch.add({ days: number })

/** The day of a time in a time zone, in days since 1970. */
export const dayOf = (seconds: number, zone: string): number => numberOf(zonedAt(seconds, zone).toPlainDate())

/** A month and a year may lie outside their range; the last day of a shorter month stands for later ones. */
const dayNumber = (year: number, month: number, date: number): number => {
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Date.UTC(year, month, Math.min(date, last)) / 1000 / daySeconds
}

/** The days of one turn of the pattern, as days since 1970, in order. Those of turn 0 are from about `first` on. */
function daysOfTurn({ Pattern: pattern }: Recurrence, first: number, origin: number, turn: number): number[] {
  const [start, given] = [new Date(first * daySeconds * 1000), new Date(origin * daySeconds * 1000)]
  const [year, month] = [start.getUTCFullYear(), start.getUTCMonth()]
  const date = pattern.DayOfMonth ?? given.getUTCDate()
  const step = turn * pattern.Interval
  if (pattern.Type === 'daily') return [first + step]
  if (pattern.Type === 'absoluteMonthly') return [dayNumber(year, month + step, date)]
  if (pattern.Type === 'absoluteYearly')
    return [dayNumber(year + step, (pattern.Month ?? given.getUTCMonth() + 1) - 1, date)]
  const begins = Math.max(0, weekdays.indexOf((pattern.FirstDayOfWeek ?? 'sunday') as 'sunday'))
  const week = first - ((start.getUTCDay() - begins + 7) % 7) + step * 7
  const names = pattern.DaysOfWeek?.length ? pattern.DaysOfWeek : [weekdays[given.getUTCDay()]]
  const offsets = names.map(name => (weekdays.indexOf(name as 'sunday') - begins + 7) % 7)
  return [...new Set(offsets)].sort((a, b) => a - b).map(offset => week + offset)
}

const longestUnit = { daily: 1, weekly: 7, absoluteMonthly: 31, absoluteYearly: 366 } as const

/** A number of turns whose days are all before `day`: nearly all there are, so that a series of centuries takes few steps. */
const turnsBefore = ({ Pattern: { Type, Interval } }: Recurrence, first: number, day: number): number =>
  Math.max(0, Math.floor((day - first) / (longestUnit[Type] * Interval)) - 2)

/** The day that is an interval of the pattern after another one. */
function afterInterval({ Type, Interval }: Recurrence['Pattern'], day: number): number {
  const unit = { daily: 'days', weekly: 'weeks', absoluteMonthly: 'months', absoluteYearly: 'years' } as const
  return numberOf(dateOf(day).add({ [unit[Type]]: Interval }))
}

const firstDay = ({ Range: { StartDate } }: Recurrence, otherwise: number): number =>
  StartDate === null ? otherwise : numberOf(Temporal.PlainDate.from(StartDate))

const lastDay = ({ Range: { EndDate } }: Recurrence): number =>
  EndDate === null ? Number.POSITIVE_INFINITY : numberOf(Temporal.PlainDate.from(EndDate))

/** The epoch seconds of a day, at the time of day of the task. */
const timeOn = (day: number, { due, zone }: Occurrence): number =>
  fromLocal(dateOf(day).toPlainDateTime(zonedAt(due, zone).toPlainTime()), zone)

/**
 * The times, in epoch seconds, between `from` and `until`, from the task's own on. A pattern that regenerates is due once: the
 * next time depends on when the task is done.
 */
export function occurrencesOf(occurrence: Occurrence, from: number, until: number): number[] {
  const { recurrence, due, zone, number, origin } = occurrence
  const own = dayOf(due, zone)
  const first = firstDay(recurrence, own)
  const begins = number > 1 ? Math.max(first, own) : first
  const last = lastDay(recurrence)
  const near = Math.floor(from / daySeconds) - 2
  let left = (recurrence.Range.NumberOfOccurrences ?? Number.POSITIVE_INFINITY) - number + 1
  const times: number[] = []
  let skipped = recurrence.Pattern.Regenerating
  for (let turn = turnsBefore(recurrence, first, begins); ; turn++) {
    const days = daysOfTurn(recurrence, first, origin, turn)
    if (!skipped && (days[0] as number) >= begins) {
      skipped = true
      const turns = Math.max(0, turnsBefore(recurrence, first, near) - turn)
      left -= turns * days.length
      turn += turns - 1
      continue
    }
    for (const day of days) {
      if (day < begins) continue
      if (day > last || left-- <= 0) return times
      if (day < near && !recurrence.Pattern.Regenerating) continue
      const time = timeOn(day, occurrence)
      if (time > until) return times
      if (recurrence.Pattern.Regenerating) return [time]
      if (time >= from) times.push(time)
    }
  }
}

/** When the task after this one is due, in epoch seconds; null when the series has ended. */
export function nextOccurrence(occurrence: Occurrence, completed: number): number | null {
  const { recurrence, due, zone, number, origin } = occurrence
  const { Pattern, Range } = recurrence
  if (Range.NumberOfOccurrences !== null && number >= Range.NumberOfOccurrences) return null
  const day = Pattern.Regenerating
    ? afterInterval(Pattern, dayOf(completed, zone))
    : dayAfter(recurrence, dayOf(due, zone), origin)
  return day > lastDay(recurrence) ? null : timeOn(day, occurrence)
}

/** The first day of the pattern after a day, which its intervals count from. */
function dayAfter(recurrence: Recurrence, day: number, origin: number): number {
  const least = Math.max(day + 1, firstDay(recurrence, 0))
  for (let turn = turnsBefore(recurrence, day, least); ; turn++) {
    const found = daysOfTurn(recurrence, day, origin, turn).find(one => one >= least)
    if (found !== undefined) return found
  }
}

/** The time zone of a user; UTC for one without. */
export async function zoneOf(store: Pick<RuleStore, 'rowsOf'>, uid: unknown): Promise<string> {
  const [user] = typeof uid === 'string' ? await store.rowsOf('user', { id: uid }) : []
  return typeof user?.time_zone === 'string' ? user.time_zone : 'UTC'
}

/** The place of a stored task in its series; null when it does not recur. */
export async function occurrenceOf(store: RuleStore, task: Readonly<Row>): Promise<Occurrence | null> {
  if (typeof task.recurrence !== 'string') return null
  const zone = await zoneOf(store, task.assigned_to)
  return {
    recurrence: JSON.parse(task.recurrence),
    due: Number(task.date_time),
    zone,
    number: Number(task.recurrence_number ?? 1),
    origin: Number(task.recurrence_day ?? dayOf(Number(task.date_time), zone)),
  }
}

/** The times that one transaction writes; a task for which it has none left gets its first ones, and the background writes the others. */
const mostTimes = 2_000
const firstTimes = 5

const writtenIn = new WeakMap<object, number>()

interface Listed {
  readonly times: readonly number[]
  /** Up to when the times are listed, in epoch seconds; null when the background has to write the others. */
  readonly until: number | null
}

/** The times of a task; those after it only while it is open and the last of its series. */
async function timesToWrite(store: RuleStore, task: Row, occurrence: Occurrence, now: number): Promise<Listed> {
  const until = Math.max(now, occurrence.due) + horizon
  if (task.completed === 1 || (await laterTask(store, task))) return { times: [occurrence.due], until }
  const times = occurrencesOf(occurrence, now - past, until)
  const written = writtenIn.get(store.transaction) ?? 0
  const isWhole = written + times.length <= mostTimes || times.length <= firstTimes
  const some = isWhole ? times : times.slice(0, firstTimes)
  writtenIn.set(store.transaction, written + some.length)
  return { times: some, until: isWhole ? until : null }
}

/** Writes a row for each time of a task, instead of those that it has. */
export async function writeOccurrences(store: RuleStore, task: Row & { id: string }, now: number): Promise<void> {
  await store.remove('activity', { task_key: task.id })
  const occurrence = await occurrenceOf(store, task)
  if (occurrence === null) return
  const { creator = null, modified_by = null, modified = null, version = null } = task
  const { times, until } = await timesToWrite(store, task, occurrence, now)
  for (const time of times) {
    const row = { task_key: task.id, start_date: time, creator, created: modified, modified, modified_by, version }
    await store.insert('Activity', row)
  }
  await store.change('Task', task.id, { occurrences_until: until })
  if (until === null) await store.publish(topics.occurrences, store.db)
}

/** Whether the series has a task after this one. */
export const laterTask = (store: RuleStore, { recurrence_key, recurrence_number }: Readonly<Row>): Promise<boolean> =>
  store.exists('task', {
    recurrence_key: recurrence_key ?? null,
    recurrence_number: Number(recurrence_number ?? 1) + 1,
    deleted: null,
  })
