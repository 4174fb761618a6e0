// Declares the actions of workflows: triggers, branches, and updates of the record.
import { jsonList, jsonValue } from '../fields/kinds/json-value.ts'
import { option } from '../fields/kinds/option.ts'
import { checkOperations } from '../fields/kinds/particular/operation-list.ts'
import { mixedKey } from '../fields/kinds/reference.ts'
import { column } from '../storage/table.ts'
import { entity } from './entity.ts'
import { workflowActionRules } from './rules/workflows/action-rules.ts'
import { actionKinds } from './rules/workflows/actions.ts'

const kinds = [
  { key: actionKinds.trigger, name: 'Trigger' },
  { key: actionKinds.branch, name: 'Branch' },
  { key: actionKinds.update, name: 'Update fields' },
]

export const workflowAction = entity({
  name: 'WorkflowAction',
  doc: 'What starts a workflow, and what happens when a task, a stage or a workflow ends: a trigger starts it on records that come to meet its conditions, a branch decides where the instance goes on, an update changes the record.',
  operations: ['Create', 'Read', 'Update', 'Delete', 'Validate'],
  adminWrites: true,
  fields: {
    ParentWorkflowKey: mixedKey({
      doc: 'What it belongs to: a task template (it acts when such a task is completed), a stage or a workflow (it acts at the end). A trigger belongs to a workflow, which it starts.',
      to: ['Workflow', 'WorkflowStage', 'WorkflowTaskTemplate'],
      required: true,
      fixed: true,
      column: 'parent',
    }),
    Action: option({ doc: 'What it does.', numeric: true, required: true, fixed: true, items: kinds }),
    Conditions: jsonValue({
      doc: 'It acts on records that meet these conditions of the query language, whose paths begin with the entity: `AbEntry/Address/City`. In a branch `Workflow/Result` is the result that the task was completed with. It always acts when they are left out.',
      max: 8_000,
      object: true,
    }),
    Operations: jsonList({
      doc: 'What it does: one operation of a branch, and one for each field of an update; none of a trigger.',
      members: {
        FieldName: 'The field of the record: `AbEntry/LastContactDate`; null in a branch.',
        Type: '1 sets the field, or goes to the place; 2 clears the field; 3 adds to it: an amount, or days.',
        Data: 'The value, which may be a function such as `$TODAY()`; of a branch the key of a task template or a stage of the workflow, or of another workflow.',
      },
      check: checkOperations,
    }),
  },
  hiddenColumns: [
    // What a branch leads to.
    column('goal_id', 'text'),
  ],
  indexes: [
    { name: 'parent', columns: ['db', 'parent_id', 'id'] },
    { name: 'goal', columns: ['db', 'goal_id'] },
    { name: 'kind', columns: ['db', 'action', 'id'] },
    { name: 'deleted', columns: ['db', 'deleted'] },
  ],
  display: row => kinds.find(({ key }) => key === row.action)?.name ?? null,
  rules: workflowActionRules,
})
