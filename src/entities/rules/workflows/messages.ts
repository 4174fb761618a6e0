// Composes the mails and calls of a workflow, and writes them to the outbox in the transaction that causes them.

import { foldedPair } from '../../../fields/kinds/text.ts'
import { isoDateTime } from '../../../fields/moment.ts'
import { encodeKey } from '../../../fields/record-key.ts'
import type { Row } from '../../../storage/store.ts'
import type { RecordRef } from '../types.ts'
import { type ActingContext, type Action, actionKinds, applies } from './actions.ts'
import { ownPath } from './conditions.ts'
import { assigneeOf, type TaskSource } from './make-tasks.ts'
import { recordWord } from './message-rules.ts'
import { fieldsOf, filled, placeholdersIn, selected } from './placeholders.ts'

export interface Message {
  readonly kind: 'Mail' | 'Call'
  readonly action: string
  /** An address or a URL; null when there is none. */
  readonly recipient: string | null
  readonly subject: string | null
  readonly body: string
  readonly language: string
  /** Why it cannot be sent; null when it can. */
  readonly failure: string | null
}

export const isMessage = ({ kind }: Action): boolean => kind === actionKinds.mail || kind === actionKinds.call

const longestBody = 100_000

/** The messages of those actions that apply, in the order in which the actions were made. */
export async function messagesOf(
  context: ActingContext,
  actions: readonly Action[],
  source: TaskSource,
): Promise<Message[]> {
  const messages: Message[] = []
  for (const action of actions) {
    if (!isMessage(action) || !(await applies(context, action, source.subject, null))) continue
    const composed = action.kind === actionKinds.mail ? mailOf : callOf
    messages.push(await composed(context, action, source))
  }
  return messages
}

const unreadable = 'The user in whose name the workflow goes on may not read the record.'

async function mailOf(context: ActingContext, { id, template, to }: Action, source: TaskSource): Promise<Message> {
  const { subject } = source
  const [row] = template === null ? [] : await context.rowsOf('mail_template', { id: template, deleted: null })
  const [ofSubject, ofText] = [String(row?.subject ?? ''), String(row?.text ?? '')]
  const fields = fieldsOf(context, [...placeholdersIn(ofSubject), ...placeholdersIn(ofText)], subject.kind)
  const values = await context.valuesOf(subject.kind, subject.id, { Key: 1, ...fields })
  const recipient = await addressOf(context, to ?? recordWord, source)
  const missing = recipient === null ? 'There is no address to send it to.' : null
  return {
    kind: 'Mail',
    action: id,
    recipient,
    subject: filled(context, ofSubject, subject, values ?? {}),
    body: filled(context, ofText, subject, values ?? {}),
    language: String(row?.language ?? 'en'),
    failure: row ? (values ? missing : unreadable) : 'The template was deleted.',
  }
}

async function callOf(context: ActingContext, { id, url, operations }: Action, source: TaskSource): Promise<Message> {
  const { kind, id: record } = source.subject
  const fields = selected(operations.map(({ FieldName }) => ownPath(FieldName ?? '', kind).split('/')))
  const values = await context.valuesOf(kind, record, { Key: 1, DisplayValue: 1, ...fields })
  const body = JSON.stringify({
    type: 'workflow.call',
    timestamp: isoDateTime(context.now),
    data: {
      WorkflowKey: encodeKey('Workflow', source.workflow),
      WorkflowInstanceKey: encodeKey('WorkflowInstance', source.instance),
      WorkflowActionKey: encodeKey('WorkflowAction', id),
      By: { Uid: context.uid },
      [kind]: values ?? { Key: encodeKey(kind, record) },
    },
  })
  const tooLong = body.length > longestBody ? 'The fields of the record are too long to be sent.' : null
  return {
    kind: 'Call',
    action: id,
    recipient: url,
    subject: null,
    body: tooLong ? '' : body,
    language: 'en',
    failure: tooLong ?? (values ? null : unreadable),
  }
}

/** The e-mail address that a word of MailTo stands for; null without one. */
async function addressOf(context: ActingContext, to: string, source: TaskSource): Promise<string | null> {
  if (to === recordWord) return recordAddress(context, source)
  const uid = await assigneeOf(context, { assigned_to_expression: to }, source)
  const user = uid === null ? null : await context.find('User', uid)
  return user?.enabled === 1 && typeof user.email === 'string' ? user.email : null
}

async function recordAddress(
  context: ActingContext,
  { subject, record }: { readonly subject: RecordRef; readonly record: Readonly<Row> },
): Promise<string | null> {
  const candidates =
    subject.kind === 'AbEntry' || subject.kind === 'Lead'
      ? [record]
      : [await entryOf(context, record.contact_key), await entryOf(context, record.ab_entry_key)]
  const found = candidates.find(row => typeof row?.email === 'string' && row.email !== '')
  return found ? String(found.email) : null
}

const entryOf = async (context: ActingContext, id: unknown): Promise<Row | null> =>
  typeof id === 'string' ? context.find('AbEntry', id) : null

/** Writes the messages, which are sent once the transaction is committed. */
export async function queueMessages(
  context: ActingContext,
  messages: readonly Message[],
  { instance, subject }: Pick<TaskSource, 'instance' | 'subject'>,
): Promise<void> {
  for (const { kind, action, recipient, subject: title, body, language, failure } of messages)
    await context.createRecord('WorkflowDelivery', {
      kind,
      status: failure === null ? 'Waiting' : 'Failed',
      workflow_action_key: action,
      workflow_instance_key: instance,
      parent_kind: subject.kind,
      parent_id: subject.id,
      ...foldedPair('recipient', recipient),
      ...foldedPair('subject', title),
      body,
      language,
      attempts: 0,
      next_attempt: failure === null ? context.now : null,
      response: failure,
      held_until: 0,
    })
}
