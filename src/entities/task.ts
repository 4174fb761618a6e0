// Declares tasks, which a user has to do by a certain time.
import { dateTime } from '../fields/kinds/date.ts'
import { flag } from '../fields/kinds/flag.ts'
import { mixedRecord } from '../fields/kinds/mixed-record.ts'
import { option } from '../fields/kinds/option.ts'
import { keyTo, mixedKey, record } from '../fields/kinds/reference.ts'
import { text } from '../fields/kinds/text.ts'
import { user } from '../fields/kinds/user.ts'
import { items } from './default-items.ts'
import { entity } from './entity.ts'
import { taskRules } from './rules/task-rules.ts'

export const task = entity({
  name: 'Task',
  doc: 'Something to be done.',
  operations: ['Create', 'Read', 'Update', 'Delete', 'Validate'],
  access: [
    { rule: 'hangsOn', column: 'ab_entry_key', entity: 'AbEntry' },
    { rule: 'hangsOn', column: 'with_id', kind: 'with_kind', entity: 'AbEntry' },
  ],
  fields: {
    Activity: text({ doc: 'What is to be done.', max: 255, required: true }),
    DateTime: dateTime({ doc: 'By when.', required: true }),
    AbEntryKey: keyTo({ doc: 'The entry that it is about.', to: 'AbEntry' }),
    AbEntry: record({ doc: 'The entry that it is about, as a record.', to: 'AbEntry', via: 'ab_entry_key' }),
    LeadKey: keyTo({ doc: 'The lead that it is about.', to: 'Lead' }),
    Lead: record({ doc: 'The lead that it is about, as a record.', to: 'Lead', via: 'lead_key' }),
    WithKey: mixedKey({ doc: 'The entry or lead it is mainly with.', to: ['AbEntry', 'Lead'], column: 'with' }),
    With: mixedRecord({
      doc: 'The entry or lead it is mainly with, as a record.',
      to: ['AbEntry', 'Lead'],
      via: 'with',
    }),
    AssignedTo: user({ doc: 'Who has to do it; the caller when it is left out.' }),
    Priority: option({ doc: 'Priority.', list: 'Task.Priority', defaults: items.priority }),
    Completed: flag({ doc: 'It is done.', fallback: false }),
    Category: option({ doc: 'What sort of task it is.', list: 'Task.Category', defaults: items.taskCategory }),
    Result: option({ doc: 'How it ended.', list: 'Task.Result', defaults: items.taskResult }),
  },
  indexes: [
    { name: 'due', columns: ['db', 'assigned_to', 'date_time', 'id'] },
    { name: 'entry', columns: ['db', 'ab_entry_key'] },
    { name: 'deleted', columns: ['db', 'deleted'] },
  ],
  display: row => row.activity as string | null,
  searchWords: row => ({ text: [row.activity as string | null] }),
  rules: taskRules,
})
