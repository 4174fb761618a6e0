// Builds the one request of a calendar: appointments, tasks and the times of recurring tasks between two days.
import type { Body } from '../api/envelope.ts'

const shown = { Value: 1, DisplayValue: 1 }
const named = { Key: 1, DisplayValue: 1 }
const me = { $EQ: '$CURRENTUSER()' }

/** More of one sort are not shown at once; a message says so. */
export const most = 500

export const appointmentScope: Body = {
  ...{ Key: 1, Version: 1, Subject: 1, StartDate: shown, EndDate: shown, Location: 1, AbEntries: named, SecStatus: 1 },
}
export const taskScope: Body = {
  ...{ Key: 1, Version: 1, Activity: 1, DateTime: shown, Completed: 1, AbEntry: named, SecStatus: 1 },
}

/** Both days are part of it. What began earlier and goes on is too. */
export function calendarMembers(from: string, to: string, withTasks: boolean): Body {
  const member = (fields: Body, SearchQuery: Body, order: string): Body => ({
    Scope: { Fields: fields },
    Criteria: { SearchQuery, Top: most },
    OrderBy: { Fields: [{ [order]: 'ASC' }] },
  })
  const within = { $RANGE: [from, to] }
  return {
    'Appointment.calendar': member(
      appointmentScope,
      {
        StartDate: { $LE: to },
        $AND: [
          { $OR: [{ StartDate: { $GE: from } }, { EndDate: { $GE: from } }] },
          { $OR: [{ Organizer: me }, { Users: me }] },
        ],
      },
      'StartDate',
    ),
    ...(withTasks
      ? {
          'Task.calendar': member(taskScope, { AssignedTo: me, DateTime: within }, 'DateTime'),
          'Activity.calendar': member(
            { Key: 1, TaskKey: 1, Subject: 1, StartDate: shown },
            { AssignedTo: me, StartDate: within },
            'StartDate',
          ),
        }
      : {}),
  }
}
