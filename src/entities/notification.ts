// Declares notifications, what concerns a user: an assignment, a mention, a sale that was moved, a task that is due.
import { choice } from '../fields/kinds/choice.ts'
import { dateTime } from '../fields/kinds/date.ts'
import { flag } from '../fields/kinds/flag.ts'
import { mixedRecord } from '../fields/kinds/mixed-record.ts'
import { mixedKey } from '../fields/kinds/reference.ts'
import { user } from '../fields/kinds/user.ts'
import { entity } from './entity.ts'

/** The entities whose records a notification can be about. */
const noticed = ['AbEntry', 'Opportunity', 'Case', 'Lead', 'Task', 'Campaign']

/** Where the reason stands: in the record itself, or in a note on it. */
const sources = [...noticed, 'Note']

export const notification = entity({
  name: 'Notification',
  doc: 'What concerns a user: an assignment, a mention, a sale that was moved, a task that is due. The service writes them; each user reads their own, as long as the record can be read, and marks them as read. The newest 500 of a user are kept.',
  operations: ['Read', 'Update', 'Delete', 'Validate'],
  unrecorded: true,
  access: [
    { rule: 'personal', column: 'recipient' },
    { rule: 'mixedParent', column: 'record', entities: noticed },
    { rule: 'mixedParent', column: 'source', entities: sources },
  ],
  fields: {
    Kind: choice({
      doc: 'Assigned, Mentioned, Moved (a sale of the user, to another stage) or Due (a task).',
      values: ['Assigned', 'Mentioned', 'Moved', 'Due'],
      readOnly: true,
    }),
    RecordKey: mixedKey({ doc: 'The record that it is about.', to: noticed, readOnly: true, column: 'record' }),
    Record: mixedRecord({ doc: 'The record that it is about, as a record.', to: noticed, via: 'record' }),
    SourceKey: mixedKey({
      doc: 'The note of a mention; in other cases the record itself.',
      to: sources,
      readOnly: true,
      column: 'source',
    }),
    Source: mixedRecord({
      doc: 'The note of a mention, or the record itself, as a record.',
      to: sources,
      via: 'source',
    }),
    By: user({ doc: 'Who did it; null for a task that is due.', readOnly: true, column: 'actor' }),
    DateTime: dateTime({ doc: 'When it happened.', readOnly: true, column: 'happened' }),
    Read: flag({ doc: 'The user has read it.', fallback: false }),
    User: user({ doc: 'Whom it concerns.', readOnly: true, column: 'recipient' }),
  },
  indexes: [
    { name: 'recipient', columns: ['db', 'recipient', 'id'] },
    { name: 'unread', columns: ['db', 'recipient', 'read', 'id'] },
    { name: 'record', columns: ['db', 'record_id'] },
    { name: 'source', columns: ['db', 'source_id'] },
  ],
  display: row => row.kind as string | null,
})
