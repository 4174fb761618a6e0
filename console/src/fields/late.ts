// Says which date of a record is overdue: that of an open task from a day before today.
import { type Field, memberOf, memberText } from './field.ts'
import { wallTime } from './parts/zone.ts'

export function isLate({ entity, path }: Field, record: Readonly<Record<string, unknown>>, timeZone: string): boolean {
  if (entity !== 'Task' || path !== 'DateTime' || memberOf(record.Completed, 'Value') !== false) return false
  const moment = memberText(record.DateTime, 'Value')
  const dayOf = (iso: string): string => wallTime(iso, timeZone).slice(0, 10)
  return moment !== '' && dayOf(moment) < dayOf(new Date().toISOString())
}
