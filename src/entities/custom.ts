// Declares the records of custom entities that belong to no other record.
import { customFields } from './custom-fields.ts'
import { entity } from './entity.ts'
import { customRules } from './rules/custom-rules.ts'

export const custom = entity({
  name: 'Custom',
  doc: 'A record of an entity that administrators have made (CustomSetup), which belongs to no other record.',
  typedBy: 'custom_setup_key',
  operations: ['Create', 'Read', 'Update', 'Delete', 'Validate'],
  access: [{ rule: 'secAccess', column: 'sec_access' }],
  fields: customFields,
  indexes: [
    { name: 'of_setup', columns: ['db', 'custom_setup_key', 'display_f', 'id'], fewValues: true },
    { name: 'display', columns: ['db', 'display_f', 'id'] },
    { name: 'deleted', columns: ['db', 'deleted'] },
  ],
  display: row => row.name as string | null,
  searchWords: row => ({ text: [row.name as string | null] }),
  owns: [{ entity: 'CustomChild', mixed: 'parent' }],
  rules: customRules,
})
