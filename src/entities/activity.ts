// Declares activities, the times at which recurring tasks are due.
import { dateTime } from '../fields/kinds/date.ts'
import { recurrenceType, seriesKey } from '../fields/kinds/particular/recurrence.ts'
import { through } from '../fields/kinds/particular/through.ts'
import { keyTo, record } from '../fields/kinds/reference.ts'
import { text } from '../fields/kinds/text.ts'
import { user } from '../fields/kinds/user.ts'
import { entity } from './entity.ts'

const task = { via: 'task_key', to: 'Task' }
const subject = { ...task, field: text({ doc: '', max: 255 }), theirColumn: 'activity' }

export const activity = entity({
  name: 'Activity',
  doc: 'One time at which a recurring task is due, a year ahead: written by the service as the task is written.',
  operations: ['Read'],
  access: [{ rule: 'parent', column: 'task_key', entity: 'Task' }],
  fields: {
    TaskKey: keyTo({ doc: 'The task.', to: 'Task', readOnly: true }),
    Task: record({ doc: 'The task, as a record.', ...task }),
    Subject: through({ doc: 'What is to be done.', ...subject }),
    StartDate: dateTime({ doc: 'When it is due.', readOnly: true, aliases: ['DateTime'] }),
    AssignedTo: through({ doc: 'Who has to do it.', ...task, field: user({ doc: '' }), theirColumn: 'assigned_to' }),
    RecurrenceKey: through({
      doc: 'The key of the series.',
      ...task,
      field: seriesKey({ doc: '' }),
      theirColumn: 'recurrence_key',
    }),
    RecurrenceType: through({
      doc: 'The type of the recurrence.',
      ...task,
      field: recurrenceType,
      theirColumn: 'recurrence_type',
    }),
    DisplayValue: through({ doc: 'What is to be done.', ...subject }),
  },
  indexes: [
    { name: 'task', columns: ['db', 'task_key', 'start_date'] },
    { name: 'start', columns: ['db', 'start_date', 'id'] },
    { name: 'deleted', columns: ['db', 'deleted'] },
  ],
  display: () => null,
  defaultOrder: ['StartDate'],
})
