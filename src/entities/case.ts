// Declares cases of customer service.
import { ageBetween } from '../fields/kinds/age.ts'
import { dateTime } from '../fields/kinds/date.ts'
import { option } from '../fields/kinds/option.ts'
import { overdue } from '../fields/kinds/particular/overdue.ts'
import { keyTo, record } from '../fields/kinds/reference.ts'
import { text } from '../fields/kinds/text.ts'
import { user } from '../fields/kinds/user.ts'
import { items } from './default-items.ts'
import { entity } from './entity.ts'
import { favoriteCriteria, favoriteListsField } from './favorites.ts'
import { caseRules } from './rules/case-rules.ts'
import { categoryField, productField } from './shared-lists.ts'
import { tagsField } from './tags.ts'

export const caseEntity = entity({
  name: 'Case',
  doc: 'A question, problem or request of a customer.',
  operations: ['Create', 'Read', 'Update', 'Delete', 'Validate'],
  access: [{ rule: 'hangsOn', column: 'ab_entry_key', entity: 'AbEntry' }],
  fields: {
    CaseNumber: text({ doc: 'Given by the service.', max: 20, readOnly: true, computed: true }),
    Subject: text({ doc: 'Subject.', max: 255, required: true }),
    Description: text({ doc: 'Description.', max: 32_000, multiline: true }),
    AbEntryKey: keyTo({ doc: 'The customer.', to: 'AbEntry', required: true }),
    AbEntry: record({ doc: 'The customer, as a record.', to: 'AbEntry', via: 'ab_entry_key' }),
    ContactKey: keyTo({ doc: 'A contact of the customer.', to: 'AbEntry' }),
    Contact: record({ doc: 'A contact of the customer, as a record.', to: 'AbEntry', via: 'contact_key' }),
    AssignedTo: user({ doc: 'The user who works on it.' }),
    Owner: user({ doc: 'The user who is responsible; the caller when it is left out.' }),
    Product: productField,
    Category: categoryField,
    Type: option({ doc: 'What sort of case it is.', list: 'Case.Type', defaults: items.caseType }),
    Reason: option({ doc: 'What caused it.', list: 'Case.Reason', defaults: items.caseReason }),
    Origin: option({ doc: 'How it reached us.', list: 'Case.Origin', defaults: items.caseOrigin }),
    Queue: option({ doc: 'Where it waits.', list: 'Case.Queue', defaults: items.caseQueue }),
    Status: option({ doc: 'How far it has come.', list: 'Case.Status', defaults: items.caseStatus }),
    Priority: option({ doc: 'Priority.', list: 'Case.Priority', defaults: items.caseLevel }),
    Severity: option({ doc: 'Severity.', list: 'Case.Severity', defaults: items.caseLevel }),
    ResolvedDate: dateTime({
      doc: 'When its Status became one of the group resolved or abandoned. Administrators may write it.',
      readOnly: true,
      adminWrites: true,
    }),
    ResolvedBy: user({ doc: 'Who closed it. Administrators may write it.', readOnly: true, adminWrites: true }),
    Age: ageBetween({
      doc: 'Days since it was created, until it was closed.',
      from: 'created',
      until: 'resolved_date',
    }),
    FollowUpDate: dateTime({ doc: 'When to come back to it.' }),
    Overdue: overdue({
      doc: 'FollowUpDate has passed and the case is still open.',
      date: 'follow_up_date',
      closed: 'resolved_date',
    }),
    FavoriteLists: favoriteListsField,
    Tags: tagsField,
  },
  criteria: favoriteCriteria,
  indexes: [
    { name: 'entry', columns: ['db', 'ab_entry_key', 'id'] },
    { name: 'number', columns: ['db', 'case_number_f'] },
    { name: 'status', columns: ['db', 'status', 'id'], fewValues: true },
    { name: 'deleted', columns: ['db', 'deleted'] },
  ],
  display: row => [row.case_number, row.subject].filter(Boolean).join(' ') || null,
  searchWords: row => ({ text: [row.case_number, row.subject, row.description] as (string | null)[] }),
  owns: [
    { entity: 'Document', mixed: 'parent' },
    { entity: 'Note', mixed: 'parent' },
    { entity: 'WorkflowInstance', mixed: 'parent' },
    { entity: 'WorkflowInstance', mixed: 'with' },
  ],
  merge: { places: [] },
  rules: caseRules,
})
