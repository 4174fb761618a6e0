// Makes what a calendar shows of appointments, tasks and the times of recurring tasks, by the clock of a time zone.
import { type Row, textOf } from '../api/envelope.ts'
import { momentOf, wallTime } from '../fields/parts/zone.ts'
import { addDays } from './days.ts'

export interface CalendarItem {
  readonly id: string
  readonly entity: 'Appointment' | 'Task'
  /** The key of the record; the times of a recurring task share that of the task. */
  readonly key: string
  readonly name: string
  readonly detail: string
  /** By the clock of the person: `2026-11-16T09:30`. */
  readonly start: string
  readonly end: string
  /** Null where the record says no end. */
  readonly moments: { readonly start: string; readonly end: string | null }
  readonly isDone: boolean
  /** One of the later times of a recurring task, which follow from its pattern. */
  readonly isOccurrence: boolean
}

/** How long what has no end is shown. */
const usualMinutes = 30
const minuteMs = 60_000

const momentIn = (value: unknown): string | null => (value as { Value?: string } | null)?.Value ?? null

export function appointmentItem(row: Row, zone: string): CalendarItem | null {
  const start = momentIn(row.StartDate)
  if (start === null) return null
  const end = momentIn(row.EndDate)
  return {
    id: String(row.Key),
    entity: 'Appointment',
    key: String(row.Key),
    name: textOf(row.Subject),
    detail: [textOf(row.AbEntries), textOf(row.Location)].filter(Boolean).join(' · '),
    start: wallTime(start, zone),
    end: wallTime(end ?? Date.parse(start) + usualMinutes * minuteMs, zone),
    moments: { start, end },
    isDone: false,
    isOccurrence: false,
  }
}

export function taskItem(row: Row, zone: string): CalendarItem | null {
  const start = momentIn(row.DateTime)
  if (start === null) return null
  return {
    id: String(row.Key),
    entity: 'Task',
    key: String(row.Key),
    name: textOf(row.Activity),
    detail: textOf(row.AbEntry),
    start: wallTime(start, zone),
    end: wallTime(Date.parse(start) + usualMinutes * minuteMs, zone),
    moments: { start, end: null },
    isDone: row.Completed === true,
    isOccurrence: false,
  }
}

/** The later times of recurring tasks: the one at which the task itself stands is the task. */
export function occurrenceItems(rows: readonly Row[], tasks: readonly CalendarItem[], zone: string): CalendarItem[] {
  const stand = new Set(tasks.map(({ key, moments }) => `${key} ${Date.parse(moments.start)}`))
  return rows.flatMap(row => {
    const start = momentIn(row.StartDate)
    const key = String(row.TaskKey)
    if (start === null || stand.has(`${key} ${Date.parse(start)}`)) return []
    const item = taskItem({ Key: key, Activity: row.Subject, DateTime: { Value: start } }, zone)
    return item ? [{ ...item, id: `${key} ${start}`, isOccurrence: true }] : []
  })
}

/** The minutes of a day that an item takes; null where it takes none of it. */
export function minutesOn(item: Pick<CalendarItem, 'start' | 'end'>, day: string): { from: number; to: number } | null {
  const { start, end } = item
  // When clocks are set back, an end may read earlier than its start.
  const isSetBack = end <= start
  const last = isSetBack ? start : end
  if (start.slice(0, 10) > day || last < `${day}T00:00`) return null
  // What ends at midnight takes nothing of the day that begins then.
  if (last === `${day}T00:00` && start < last) return null
  const minutes = (wall: string): number => Number(wall.slice(11, 13)) * 60 + Number(wall.slice(14, 16))
  return {
    from: start.slice(0, 10) < day ? 0 : minutes(start),
    to: last.slice(0, 10) > day ? 24 * 60 : minutes(last),
  }
}

/** A time of the clock some days and minutes later; days and hours of clocks, whatever summer time does. */
export function shiftedWall(wall: string, days: number, minutes: number): string {
  const at = new Date(Date.parse(`${addDays(wall.slice(0, 10), days)}T${wall.slice(11, 16)}Z`) + minutes * minuteMs)
  return at.toISOString().slice(0, 16)
}

/** By how many days and minutes an item is moved, or its end alone. */
export interface Shift {
  readonly days: number
  readonly minutes: number
  readonly isEndOnly: boolean
}

export const shifted = (item: CalendarItem, { days, minutes, isEndOnly }: Shift): CalendarItem => {
  const end = shiftedWall(item.end, days, minutes)
  if (!isEndOnly) return { ...item, start: shiftedWall(item.start, days, minutes), end }
  return end > item.start ? { ...item, end } : item
}

/** The moments to write for an item that was shifted: an hour stays an hour, also where clocks skip one. */
export function shiftedMoments(
  item: CalendarItem,
  shift: Shift,
  zone: string,
): { readonly start: string; readonly end: string | null } {
  const next = shifted(item, shift)
  const start = shift.isEndOnly ? item.moments.start : momentOf(next.start, zone)
  if (item.moments.end === null && !shift.isEndOnly) return { start, end: null }
  const end = momentOf(next.end, zone)
  if (Date.parse(end) > Date.parse(start)) return { start, end }
  const { moments } = item
  const lasts = moments.end === null ? usualMinutes * minuteMs : Date.parse(moments.end) - Date.parse(moments.start)
  return { start, end: new Date(Date.parse(start) + lasts).toISOString().replace('.000Z', 'Z') }
}
