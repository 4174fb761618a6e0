// Declares the actions of workflows: triggers, branches, updates of the record, mails, and calls of a URL.
import { codeText } from '../fields/kinds/code-text.ts'
import { jsonList, jsonValue } from '../fields/kinds/json-value.ts'
import { option } from '../fields/kinds/option.ts'
import { checkOperations } from '../fields/kinds/particular/operation-list.ts'
import { keyTo, mixedKey } from '../fields/kinds/reference.ts'
import { text } from '../fields/kinds/text.ts'
import { column } from '../storage/table.ts'
import { entity } from './entity.ts'
import { workflowActionRules } from './rules/workflows/action-rules.ts'
import { actionKinds } from './rules/workflows/actions.ts'

const kinds = [
  { key: actionKinds.trigger, name: 'Trigger' },
  { key: actionKinds.branch, name: 'Branch' },
  { key: actionKinds.update, name: 'Update fields' },
  { key: actionKinds.mail, name: 'Send a mail' },
  { key: actionKinds.call, name: 'Call a URL' },
]

export const workflowAction = entity({
  name: 'WorkflowAction',
  doc: 'What starts a workflow, and what happens when a task, a stage or a workflow ends: a trigger starts it on records that come to meet its conditions, a branch decides where the instance goes on, an update changes the record, a mail or a call tells others. The `Secret` of a call is shown once.',
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
      doc: 'What it does: one operation of a branch, one for each field of an update, and one for each field that a call sends; none of a trigger or a mail.',
      members: {
        FieldName: 'The field of the record: `AbEntry/LastContactDate`; null in a branch.',
        Type: '1 sets the field, or goes to the place; 2 clears the field; 3 adds to it: an amount, or days.',
        Data: 'The value, which may be a function such as `$TODAY()`; of a branch the key of a task template or a stage of the workflow, or of another workflow.',
      },
      check: checkOperations,
    }),
    MailTemplateKey: keyTo({ doc: 'The template of the mail that it sends.', to: 'MailTemplate' }),
    MailTo: text({
      doc: 'To whom the mail goes: Record (the default address of the entry or lead; of an opportunity or case that of its contact, else of its entry), AccountManager, WorkflowStarter, Creator, or the Uid of a user; Record when it is left out.',
      max: 80,
    }),
    Url: codeText({ doc: 'The URL that is called: https, with a public address.', max: 2_000 }),
  },
  hiddenColumns: [
    // What a branch leads to.
    column('goal_id', 'text'),
    // What the secret of a call is derived from, with the key of the installation.
    column('secret_salt', 'text'),
  ],
  indexes: [
    { name: 'parent', columns: ['db', 'parent_id', 'id'] },
    { name: 'goal', columns: ['db', 'goal_id'] },
    { name: 'template', columns: ['db', 'mail_template_key'] },
    { name: 'kind', columns: ['db', 'action', 'id'] },
    { name: 'deleted', columns: ['db', 'deleted'] },
  ],
  display: row => kinds.find(({ key }) => key === row.action)?.name ?? null,
  rules: workflowActionRules,
})
