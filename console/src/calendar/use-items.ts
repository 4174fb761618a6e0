// Reads the items of a calendar, and writes those that are moved.
import { useMemo } from 'react'
import { type Row, rowsOf } from '../api/envelope.ts'
import { useRead, useRecords, useStoredRows } from '../api/use-read.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { useTexts } from '../texts/index.tsx'
import { showFailure } from '../ui/frame/undo-notices.tsx'
import { appointmentItem, type CalendarItem, occurrenceItems, type Shift, shiftedMoments, taskItem } from './items.ts'
import { appointmentScope, calendarMembers, most, taskScope } from './request.ts'

export function useItems(days: readonly string[], withTasks: boolean) {
  const { session } = useWorkspace()
  const { calendar: t } = useTexts()
  const zone = session.timeZone
  const [from = '', to = ''] = [days[0], days.at(-1)]
  const members = useMemo(() => calendarMembers(from, to, withTasks), [from, to, withTasks])
  const query = useRead(members, { title: t.title, keep: true })
  const appointments = rowsOf(query.data, 'Appointment.calendar')
  const tasks = rowsOf(query.data, 'Task.calendar')
  const occurrences = rowsOf(query.data, 'Activity.calendar')
  useStoredRows('calendar.appointments', appointmentScope, appointments)
  useStoredRows('calendar.tasks', taskScope, tasks)
  const recordOf = useRecords()
  const now = (row: Row): Row => ({ ...row, ...recordOf(String(row.Key))?.fields })
  const present = (item: CalendarItem | null): CalendarItem[] => (item ? [item] : [])
  const taskItems = tasks.flatMap(row => present(taskItem(now(row), zone)))
  const items = [
    ...appointments.flatMap(row => present(appointmentItem(now(row), zone))),
    ...taskItems,
    ...occurrenceItems(occurrences, taskItems, zone),
  ]
  const isCut = [appointments, tasks, occurrences].some(rows => rows.length >= most)
  return { query, items, isCut }
}

/** Moves an item by days and minutes of the clock, or its end alone. */
export function useShift(): (item: CalendarItem, shift: Shift) => void {
  const { writer, session } = useWorkspace()
  const { calendar: t } = useTexts()
  return (item, shift) => {
    const { entity, key, name } = item
    const { start, end } = shiftedMoments(item, shift, session.timeZone)
    const value = (moment: string) => ({ Value: moment, DisplayValue: moment })
    const changes: Row =
      entity === 'Task'
        ? { DateTime: value(start) }
        : {
            ...(shift.isEndOnly ? {} : { StartDate: value(start) }),
            ...(end === null ? {} : { EndDate: value(end) }),
          }
    writer.update({ entity, key, changes, label: t.moved(name) }).catch(showFailure)
  }
}
