// Declares history: the changed fields of a record with old and new values, the time, the user and the application.
import { choice } from '../fields/kinds/choice.ts'
import { dateTime } from '../fields/kinds/date.ts'
import { jsonList } from '../fields/kinds/json-value.ts'
import { cause } from '../fields/kinds/particular/cause.ts'
import { mixedKey } from '../fields/kinds/reference.ts'
import { text } from '../fields/kinds/text.ts'
import { user } from '../fields/kinds/user.ts'
import { type Entity, entity } from './entity.ts'

/**
 * `recorded` lists the entities whose writes are recorded in History. `open` is the kind of rows that everyone may read and
 * whose key is a path: those of Schema.
 */
export const historyOf = (recorded: readonly string[], open: string): Entity =>
  entity({
    name: 'History',
    doc: 'One row for each write of a record; readable by users who may read the record. Administrators read all rows, by user, application and time, except those of private records of others.',
    operations: ['Read'],
    access: [{ rule: 'mixedParent', column: 'parent', entities: recorded, open: [open] }],
    fields: {
      ParentKey: mixedKey({
        doc: 'The record, or the absolute path of a field in Schema or of a setting (`/SingleSignOn`); a criterion on it or on its EntityType is mandatory, except for administrators.',
        to: recorded,
        paths: open,
        readOnly: true,
        column: 'parent',
      }),
      DateTime: dateTime({ doc: 'When it was written.', readOnly: true, column: 'created', always: true }),
      User: user({ doc: 'Who wrote it.', readOnly: true, column: 'creator' }),
      Application: text({ doc: 'Through which application; null for a personal token.', max: 160, readOnly: true }),
      Operation: choice({
        doc: 'Create, Update, Delete, Restore, Merge or Erase.',
        values: ['Create', 'Update', 'Delete', 'Restore', 'Merge', 'Erase'],
        readOnly: true,
      }),
      Changes: jsonList({
        doc: 'Each field with its value before and after.',
        members: { Field: 'The field.', Before: 'Its value before the write.', After: 'Its value after the write.' },
        readOnly: true,
      }),
      Cause: cause({
        doc: 'Why the service wrote it: the instance of a workflow, or the trigger (WorkflowAction) that started one; null for what a user wrote.',
      }),
    },
    indexes: [
      { name: 'parent', columns: ['db', 'parent_id', 'id'] },
      { name: 'time', columns: ['db', 'created', 'id'] },
      { name: 'user', columns: ['db', 'creator', 'created', 'id'], fewValues: true },
      { name: 'application', columns: ['db', 'application_f', 'created', 'id'] },
    ],
    readNeeds: ['ParentKey', 'ParentKey/EntityType'],
    adminReadsAll: true,
    display: row => row.operation as string | null,
  })
