// Builds the one request of a day: its appointments, its tasks, and what is overdue.
import type { Body } from '../../api/envelope.ts'
import { taskFields } from './task-fields.ts'

const shown = { Value: 1, DisplayValue: 1 }
const named = { Key: 1, DisplayValue: 1 }

const me = { $EQ: '$CURRENTUSER()' }

/** `date` is a day such as 2026-11-16; what is overdue is asked for on the day that is today. */
export function dayMembers(date: string, isToday: boolean): Body {
  const tasks = (conditions: Body): Body => ({
    Scope: { Fields: taskFields },
    Criteria: { SearchQuery: { AssignedTo: me, ...conditions }, Top: 100 },
    OrderBy: { Fields: [{ DateTime: 'ASC' }] },
  })
  return {
    'Appointment.day': {
      Scope: {
        Fields: { Key: 1, Subject: 1, StartDate: shown, EndDate: shown, Location: 1, AbEntries: named },
      },
      Criteria: { SearchQuery: { StartDate: { $EQ: date }, $OR: [{ Organizer: me }, { Users: me }] }, Top: 100 },
      OrderBy: { Fields: [{ StartDate: 'ASC' }] },
    },
    'Task.day': tasks({ DateTime: { $EQ: date } }),
    ...(isToday ? { 'Task.overdue': tasks({ DateTime: { $LT: date }, Completed: { $EQ: false } }) } : {}),
  }
}
