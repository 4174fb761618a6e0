// Computes when a task of a workflow is due, and when its assignee is reminded of it.
import { fromLocal, zonedAt } from '../../../fields/moment.ts'
import type { Row } from '../../../storage/store.ts'

/** The units of offsets, by the key of the option. */
export const offsetUnits = ['Minutes', 'Hours', 'Days', 'Weeks', 'Months'].map((name, i) => ({ key: i + 1, name }))

const [minutes, hours, days, weeks] = [1, 2, 3, 4] as const

/** The time of day at which a task is due whose template has none. */
const usualTime = Temporal.PlainTime.from('09:00')

/** Seconds for minutes and hours, else calendar units. */
function lengthOf(unit: number, value: number): number | Exclude<Temporal.DurationLike, string> {
  if (unit === minutes) return value * 60
  if (unit === hours) return value * 3600
  return unit === days ? { days: value } : unit === weeks ? { weeks: value } : { months: value }
}

/** When the task of a template is due, in epoch seconds. `from` is the start, or the completion of the task before. */
export function dueTime(template: Readonly<Row>, from: number, zone: string): number {
  const length = lengthOf(Number(template.date_offset_unit ?? days), Number(template.date_offset_value ?? 0))
  if (typeof length === 'number') return from + length
  const day = zonedAt(from, zone).toPlainDate().add(length)
  const time = typeof template.time === 'number' ? zonedAt(template.time, 'UTC').toPlainTime() : usualTime
  return fromLocal(day.toPlainDateTime(time), zone)
}

/** When the assignee is reminded of a task, in epoch seconds; null without a reminder. */
export function alarmTime(template: Readonly<Row>, due: number, zone: string): number | null {
  if (typeof template.alarm_offset_value !== 'number') return null
  const length = lengthOf(Number(template.alarm_offset_unit ?? minutes), template.alarm_offset_value)
  if (typeof length === 'number') return due - length
  const at = zonedAt(due, zone).toPlainDateTime().subtract(length)
  return fromLocal(at, zone)
}
