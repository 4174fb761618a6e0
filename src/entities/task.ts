// Declares tasks, which a user has to do by a certain time.
import { dateTime } from '../fields/kinds/date.ts'
import { flag } from '../fields/kinds/flag.ts'
import { option } from '../fields/kinds/option.ts'
import { alarm } from '../fields/kinds/particular/alarm.ts'
import { recurrence, recurrenceType, seriesKey } from '../fields/kinds/particular/recurrence.ts'
import { absentKey, keyTo, record } from '../fields/kinds/reference.ts'
import { suggestedText } from '../fields/kinds/suggested-text.ts'
import { user } from '../fields/kinds/user.ts'
import { column } from '../storage/table.ts'
import { items } from './default-items.ts'
import { entity } from './entity.ts'
import { taskRules } from './rules/task-rules.ts'
import { taskIcons, withField, withKeyField } from './shared-lists.ts'

export const task = entity({
  name: 'Task',
  doc: 'Something to be done.',
  operations: ['Create', 'Read', 'Update', 'Delete', 'Validate'],
  access: [
    { rule: 'hangsOn', column: 'ab_entry_key', entity: 'AbEntry' },
    { rule: 'hangsOn', column: 'with_id', kind: 'with_kind', entity: 'AbEntry' },
    {
      rule: 'assigned',
      column: 'assigned_to',
      fields: ['Completed', 'Status', 'Result', 'Alarm', 'SnoozeUntil'],
      about: [
        { column: 'ab_entry_key', entity: 'AbEntry' },
        { column: 'with_id', entity: 'AbEntry' },
        { column: 'with_id', entity: 'Opportunity' },
      ],
    },
  ],
  fields: {
    Activity: suggestedText({
      doc: 'What is to be done.',
      max: 255,
      required: true,
      list: 'Task.Activity',
      aliases: ['Subject'],
    }),
    DateTime: dateTime({ doc: 'By when.', required: true }),
    AbEntryKey: keyTo({ doc: 'The entry that it is about.', to: 'AbEntry' }),
    AbEntry: record({ doc: 'The entry that it is about, as a record.', to: 'AbEntry', via: 'ab_entry_key' }),
    LeadKey: keyTo({ doc: 'The lead that it is about.', to: 'Lead' }),
    Lead: record({ doc: 'The lead that it is about, as a record.', to: 'Lead', via: 'lead_key' }),
    WithKey: withKeyField,
    With: withField,
    AssignedTo: user({ doc: 'Who has to do it; the caller when it is left out.' }),
    Priority: option({ doc: 'Priority.', list: 'Task.Priority', defaults: items.taskPriority }),
    Status: option({ doc: 'How far it has come.', list: 'Task.Status', defaults: items.taskStatus }),
    Completed: flag({ doc: 'It is done.', fallback: false }),
    CompletionDate: dateTime({ doc: 'When it was done: Completed sets it.', readOnly: true }),
    CompletedBy: user({ doc: 'Who has done it: Completed sets it.', readOnly: true }),
    Alarm: alarm({ doc: 'Whether the user is reminded of it: true, or the date and time of the reminder.' }),
    SnoozeUntil: dateTime({ doc: 'When the user is reminded again.' }),
    IconType: option({
      doc: 'The icon that it is shown with.',
      numeric: true,
      items: taskIcons,
    }),
    Category: option({ doc: 'What sort of task it is.', list: 'Task.Category', defaults: items.taskCategory }),
    Result: option({ doc: 'How it ended.', list: 'Task.Result', defaults: items.taskResult }),
    Recurrence: recurrence({
      doc: 'How it recurs: Pattern (Type daily, weekly, absoluteMonthly or absoluteYearly; Interval; DaysOfWeek; FirstDayOfWeek; DayOfMonth; Month; Regenerating) and Range (StartDate, EndDate, NumberOfOccurrences). Completing a task makes the next one of its series; Regenerating counts the interval from the completion. A change holds from the next task on. Null ends it. Activity lists the times.',
      series: 'recurrence_key',
    }),
    RecurrenceType: recurrenceType,
    RecurrenceKey: seriesKey({ doc: 'The key of its series.' }),
    ActionPlanKey: absentKey({ doc: 'There are no action plans: null.' }),
    WorkflowKey: keyTo({ doc: 'The workflow that has made it.', to: 'Workflow', readOnly: true }),
    WorkflowTaskTemplateKey: keyTo({
      doc: 'The template that it was made from.',
      to: 'WorkflowTaskTemplate',
      readOnly: true,
    }),
    WorkflowInstanceKey: keyTo({
      doc: 'The instance of the workflow. Completing the task makes the next one.',
      to: 'WorkflowInstance',
      readOnly: true,
    }),
  },
  hiddenColumns: [
    // Epoch seconds up to which Activity rows were written.
    column('occurrences_until', 'integer'),
    // The number of the task in its series, from 1.
    column('recurrence_number', 'integer'),
    // The day on which the pattern was set, in days since 1970: it stands for members of the pattern that were left out.
    column('recurrence_day', 'integer'),
    // The number of the group of tasks that its instance made at once.
    column('workflow_step', 'integer'),
    // The task whose completion has made this one.
    column('workflow_after', 'text'),
  ],
  indexes: [
    { name: 'recurrence', columns: ['db', 'recurrence_type', 'id'], fewValues: true },
    { name: 'series', columns: ['db', 'recurrence_key', 'recurrence_number'] },
    { name: 'due', columns: ['db', 'assigned_to', 'date_time', 'id'], fewValues: true },
    { name: 'time', columns: ['db', 'date_time', 'id'] },
    { name: 'entry', columns: ['db', 'ab_entry_key'] },
    { name: 'instance', columns: ['db', 'workflow_instance_key'] },
    { name: 'template', columns: ['db', 'workflow_task_template_key'], fewValues: true },
    { name: 'deleted', columns: ['db', 'deleted'] },
  ],
  display: row => row.activity as string | null,
  searchWords: row => ({ text: [row.activity as string | null] }),
  owns: [{ entity: 'Activity', column: 'task_key' }],
  rules: taskRules,
})
