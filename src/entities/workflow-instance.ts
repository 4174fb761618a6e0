// Declares the instances of workflows: a workflow that runs, or has run, on a record.
import { dateTime } from '../fields/kinds/date.ts'
import { flag } from '../fields/kinds/flag.ts'
import { option } from '../fields/kinds/option.ts'
import { through } from '../fields/kinds/particular/through.ts'
import { keyTo, mixedKey, record } from '../fields/kinds/reference.ts'
import { text } from '../fields/kinds/text.ts'
import { column, required } from '../storage/table.ts'
import { entity } from './entity.ts'
import { workflowInstanceRules } from './rules/workflows/instance-rules.ts'

/** The entities of the records that workflows run on. */
const runsOn = ['AbEntry', 'Opportunity', 'Case', 'Lead']
const companions = [...runsOn, 'Campaign']

export const workflowInstance = entity({
  name: 'WorkflowInstance',
  doc: 'A workflow that runs, or has run, on a record: written by the service as its tasks are completed.',
  operations: ['Read'],
  serviceWrites: true,
  access: [{ rule: 'mixedParent', column: 'parent', entities: runsOn }],
  fields: {
    WorkflowKey: keyTo({ doc: 'The workflow.', to: 'Workflow', readOnly: true }),
    Workflow: record({ doc: 'The workflow, as a record.', to: 'Workflow', via: 'workflow_key' }),
    WorkflowStageKey: keyTo({
      doc: 'The stage at which it stands; null without stages and after the end.',
      to: 'WorkflowStage',
      readOnly: true,
    }),
    WorkflowStage: record({
      doc: 'The stage at which it stands, as a record.',
      to: 'WorkflowStage',
      via: 'workflow_stage_key',
    }),
    WorkflowTaskTemplateKey: keyTo({
      doc: 'The template of its open task; of several that of lowest Sequence.',
      to: 'WorkflowTaskTemplate',
      readOnly: true,
    }),
    WorkflowTaskTemplate: record({
      doc: 'The template of its open task, as a record.',
      to: 'WorkflowTaskTemplate',
      via: 'workflow_task_template_key',
    }),
    ParentKey: mixedKey({ doc: 'The record that it runs on.', to: runsOn, readOnly: true, column: 'parent' }),
    WithKey: mixedKey({
      doc: 'A further record that its tasks are with.',
      to: companions,
      readOnly: true,
      column: 'with',
    }),
    DisplayValue: through({
      doc: 'The name of the workflow.',
      via: 'workflow_key',
      to: 'Workflow',
      field: text({ doc: '', max: 120 }),
      theirColumn: 'display',
    }),
    TriggerKey: keyTo({
      doc: 'The action that started it; null when a user or a branch did.',
      to: 'WorkflowAction',
      readOnly: true,
    }),
    Status: option({
      doc: 'Running, Completed, or Ended before its end.',
      numeric: true,
      readOnly: true,
      fallback: 0,
      items: ['Running', 'Completed', 'Ended'].map((name, key) => ({ key, name })),
    }),
    Reason: text({ doc: 'Why it ended before its end.', max: 1_000, readOnly: true }),
    Completed: flag({ doc: 'It has come to its end.', readOnly: true, fallback: false }),
    CompletionDate: dateTime({ doc: 'When it was completed, or ended.', readOnly: true }),
  },
  hiddenColumns: [
    // The number of the last group of tasks that was made at once.
    required('steps', 'integer', 0),
    // The instance whose branch has started this one.
    column('started_by', 'text'),
    // How many instances have started each other by triggers on one day, this one included.
    required('depth', 'integer', 0),
  ],
  indexes: [
    { name: 'parent', columns: ['db', 'parent_id', 'workflow_key', 'id'] },
    { name: 'with', columns: ['db', 'with_id'] },
    { name: 'workflow', columns: ['db', 'workflow_key', 'status', 'id'], fewValues: true },
    { name: 'followed', columns: ['db', 'started_by'] },
    { name: 'deleted', columns: ['db', 'deleted'] },
  ],
  display: () => null,
  owns: [
    { entity: 'Task', column: 'workflow_instance_key', where: { completed: 0 } },
    { entity: 'WorkflowDelivery', column: 'workflow_instance_key' },
  ],
  rules: workflowInstanceRules,
})
