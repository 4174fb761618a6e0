// Declares the mails and calls of workflows: what is still to be sent, and the log of what was.
import { choice } from '../fields/kinds/choice.ts'
import { codeText } from '../fields/kinds/code-text.ts'
import { dateTime } from '../fields/kinds/date.ts'
import { integer } from '../fields/kinds/number.ts'
import { keyTo, mixedKey, record } from '../fields/kinds/reference.ts'
import { text } from '../fields/kinds/text.ts'
import { required } from '../storage/table.ts'
import { entity } from './entity.ts'

const readOnly = true

export const workflowDelivery = entity({
  name: 'WorkflowDelivery',
  doc: 'A mail or a call of a workflow: written in the transaction that causes it, sent afterwards, and kept as a log for `delivery-days`. The service writes it.',
  operations: ['Read'],
  adminReads: true,
  unrecorded: true,
  fields: {
    Kind: choice({ doc: 'Mail, or Call of a URL.', values: ['Mail', 'Call'], readOnly }),
    Status: choice({
      doc: 'Waiting, Sent, Failed (it is not tried again), or Suppressed (the address takes no mails of workflows).',
      values: ['Waiting', 'Sent', 'Failed', 'Suppressed'],
      readOnly,
    }),
    WorkflowActionKey: keyTo({ doc: 'The action that sends it.', to: 'WorkflowAction', readOnly }),
    WorkflowInstanceKey: keyTo({ doc: 'The instance of the workflow.', to: 'WorkflowInstance', readOnly }),
    WorkflowInstance: record({
      doc: 'The instance of the workflow, as a record.',
      to: 'WorkflowInstance',
      via: 'workflow_instance_key',
    }),
    ParentKey: mixedKey({
      doc: 'The record that it is about.',
      to: ['AbEntry', 'Opportunity', 'Case', 'Lead'],
      readOnly,
      column: 'parent',
    }),
    Recipient: text({ doc: 'The address of a mail, or the URL of a call.', max: 2_000, readOnly }),
    Subject: text({ doc: 'The subject of a mail.', max: 1_000, readOnly }),
    Body: codeText({ doc: 'The text of a mail, or the JSON of a call.', max: 100_000, readOnly }),
    Attempts: integer({ doc: 'How often it was tried.', readOnly }),
    NextAttempt: dateTime({ doc: 'When it is tried next; null when it is not.', readOnly, seconds: true }),
    LastAttempt: dateTime({ doc: 'When it was tried last.', readOnly, seconds: true }),
    HttpStatus: integer({ doc: 'The status that a call was answered with.', readOnly }),
    Response: codeText({ doc: 'The beginning of the answer, or why it was not sent.', max: 4_000, readOnly }),
  },
  hiddenColumns: [
    // Until when, in epoch seconds of the store, one process is sending it. 0 while none is.
    required('held_until', 'integer', 0),
    // The language of the line below a mail.
    required('language', 'text', 'en'),
  ],
  indexes: [
    { name: 'due', columns: ['db', 'status', 'next_attempt', 'id'] },
    { name: 'instance', columns: ['db', 'workflow_instance_key'] },
    { name: 'deleted', columns: ['db', 'deleted'] },
  ],
  display: row => row.recipient as string | null,
})
