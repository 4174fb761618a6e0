// Declares the templates of a workflow's tasks: what is to be done, by whom and by when.
import { dateTime } from '../fields/kinds/date.ts'
import { integer } from '../fields/kinds/number.ts'
import { option } from '../fields/kinds/option.ts'
import { mixedKey } from '../fields/kinds/reference.ts'
import { text } from '../fields/kinds/text.ts'
import { items } from './default-items.ts'
import { entity } from './entity.ts'
import { workflowTaskTemplateRules } from './rules/workflows/definition-rules.ts'
import { offsetUnits } from './rules/workflows/due-time.ts'
import { taskIcons } from './shared-lists.ts'

const unit = (doc: string) => option({ doc, numeric: true, items: offsetUnits })

export const workflowTaskTemplate = entity({
  name: 'WorkflowTaskTemplate',
  doc: 'A task of a workflow. Changes count for tasks that are not made yet.',
  operations: ['Create', 'Read', 'Update', 'Delete', 'Validate'],
  adminWrites: true,
  fields: {
    WorkflowKey: mixedKey({
      doc: 'A workflow without stages, or a stage.',
      to: ['Workflow', 'WorkflowStage'],
      required: true,
      fixed: true,
      column: 'workflow',
    }),
    Sequence: integer({
      doc: 'Its place. Tasks of equal Sequence are made at the same time.',
      min: 0,
      required: true,
    }),
    Subject: text({ doc: 'What is to be done.', max: 255, required: true, aliases: ['Activity'] }),
    AssignedToExpression: text({
      doc: 'Who has to do it: AccountManager (of a case or lead: AssignedTo), WorkflowStarter, Creator (of the record), or the Uid of a user (FieldOptions list them); WorkflowStarter when it is left out.',
      max: 80,
    }),
    Priority: option({ doc: 'Priority of the task.', list: 'Task.Priority', defaults: items.taskPriority }),
    IconType: option({ doc: 'The icon that the task is shown with.', numeric: true, items: taskIcons }),
    Category: option({ doc: 'What sort of task it is.', list: 'Task.Category', defaults: items.taskCategory }),
    DateOffsetUnit: unit('The unit of DateOffsetValue; days when it is left out.'),
    DateOffsetValue: integer({
      doc: 'How long after the start, or after the completion of the task before, the task is due.',
      min: 0,
      max: 10_000,
    }),
    AlarmOffsetUnit: unit('The unit of AlarmOffsetValue; minutes when it is left out.'),
    AlarmOffsetValue: integer({
      doc: 'How long before its time the user is reminded; no reminder when it is left out.',
      min: 0,
      max: 10_000,
    }),
    Time: dateTime({
      doc: 'The time of day at which a task is due whose offset counts days, weeks or months, in the time zone of the assignee; 09:00 when it is left out. Its day does not count.',
    }),
  },
  indexes: [
    { name: 'workflow', columns: ['db', 'workflow_id', 'sequence', 'id'] },
    { name: 'deleted', columns: ['db', 'deleted'] },
  ],
  defaultOrder: ['Sequence'],
  display: row => row.subject as string | null,
  owns: [{ entity: 'WorkflowAction', mixed: 'parent' }],
  rules: workflowTaskTemplateRules,
})
