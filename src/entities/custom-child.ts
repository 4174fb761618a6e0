// Declares the records of custom entities that belong to another record.
import { mixedRecord } from '../fields/kinds/mixed-record.ts'
import { mixedKey } from '../fields/kinds/reference.ts'
import { customFields } from './custom-fields.ts'
import { entity } from './entity.ts'
import { customChildRules } from './rules/custom-rules.ts'

const parents = ['AbEntry', 'Opportunity', 'Custom', 'CustomChild']

export const customChild = entity({
  name: 'CustomChild',
  doc: 'A record of an entity that administrators have made (CustomSetup), which belongs to another record.',
  typedBy: 'custom_setup_key',
  operations: ['Create', 'Read', 'Update', 'Delete', 'Validate'],
  access: [
    { rule: 'mixedParent', column: 'parent', entities: parents },
    { rule: 'secAccess', column: 'sec_access' },
  ],
  fields: {
    ParentKey: mixedKey({
      doc: 'The record that it belongs to, of the kind that the ParentEntity of its CustomSetup names.',
      to: parents,
      required: true,
      fixed: true,
      column: 'parent',
    }),
    Parent: mixedRecord({ doc: 'The record that it belongs to, as a record.', to: parents, via: 'parent' }),
    ...customFields,
  },
  indexes: [
    { name: 'of_setup', columns: ['db', 'custom_setup_key', 'display_f', 'id'], fewValues: true },
    { name: 'parent', columns: ['db', 'parent_id', 'custom_setup_key', 'id'] },
    { name: 'display', columns: ['db', 'display_f', 'id'] },
    { name: 'deleted', columns: ['db', 'deleted'] },
  ],
  display: row => row.name as string | null,
  searchWords: row => ({ text: [row.name as string | null] }),
  owns: [{ entity: 'CustomChild', mixed: 'parent' }],
  rules: customChildRules,
})
