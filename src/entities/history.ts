// Declares history: which fields of a record changed, from what to what, when, by whom and through which application.
import { choice } from '../fields/kinds/choice.ts'
import { dateTime } from '../fields/kinds/date.ts'
import { jsonList } from '../fields/kinds/json-value.ts'
import { mixedKey } from '../fields/kinds/reference.ts'
import { text } from '../fields/kinds/text.ts'
import { user } from '../fields/kinds/user.ts'
import { type Entity, entity } from './entity.ts'

/**
 * Leaves the company name of a new Contact out, which earlier versions recorded: it is a copy from the parent, which the
 * reader may not be allowed to read. Only a Contact has a ParentKey beside a CompanyName.
 */
export function shownChanges(stored: string): string {
  if (!stored.includes('{"Field":"ParentKey",') || !stored.includes('{"Field":"CompanyName",')) return stored
  const changes = JSON.parse(stored) as { Field: string }[]
  return JSON.stringify(changes.filter(({ Field }) => Field !== 'CompanyName'))
}

/**
 * `recorded` lists the entities whose writes are written to History. `open` is the kind of rows that everyone may read and
 * that have a path for a key: those of Schema.
 */
export const historyOf = (recorded: readonly string[], open: string): Entity =>
  entity({
    name: 'History',
    doc: 'One row for each write of a record; readable by those who may read the record. Administrators read all rows, by user, application and time.',
    operations: ['Read'],
    access: [{ rule: 'mixedParent', column: 'parent', entities: recorded, open: [open] }],
    fields: {
      ParentKey: mixedKey({
        doc: 'The record, or the absolute path of a field in Schema or of a setting (`/SingleSignOn`); a criterion on it is mandatory, except for administrators.',
        to: recorded,
        paths: open,
        readOnly: true,
        column: 'parent',
      }),
      DateTime: dateTime({ doc: 'When it was written.', readOnly: true, column: 'created', always: true }),
      User: user({ doc: 'Who wrote it.', readOnly: true, column: 'creator' }),
      Application: text({ doc: 'Through which application; null for a personal token.', max: 160, readOnly: true }),
      Operation: choice({
        doc: 'Create, Update, Delete or Restore.',
        values: ['Create', 'Update', 'Delete', 'Restore'],
        readOnly: true,
      }),
      Changes: jsonList({
        doc: 'Each field with its value before and after.',
        members: { Field: 'The field.', Before: 'Its value before the write.', After: 'Its value after the write.' },
        shown: shownChanges,
        readOnly: true,
      }),
    },
    indexes: [
      { name: 'parent', columns: ['db', 'parent_id', 'id'] },
      { name: 'time', columns: ['db', 'created', 'id'] },
      { name: 'user', columns: ['db', 'creator', 'created', 'id'], fewValues: true },
      { name: 'application', columns: ['db', 'application_f', 'created', 'id'] },
    ],
    readNeeds: ['ParentKey'],
    adminReadsAll: true,
    display: row => row.operation as string | null,
  })
