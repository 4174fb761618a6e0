// Declares lists of key fields, which user interfaces show first; each has definitions by entity.
import { secAccess } from '../fields/kinds/sec-access.ts'
import { text } from '../fields/kinds/text.ts'
import { user } from '../fields/kinds/user.ts'
import { entity } from './entity.ts'

export const keyFieldList = entity({
  name: 'KeyFieldList',
  doc: 'A list of the fields that a user interface shows first. Deleting it deletes its definitions.',
  operations: ['Create', 'Read', 'Update', 'Delete', 'Validate'],
  adminWrites: true,
  access: [{ rule: 'secAccess', column: 'sec_access' }],
  fields: {
    Name: text({ doc: 'Name of the list.', max: 120, required: true }),
    Target: text({ doc: 'The user interface that it is for.', max: 120, fixed: true }),
    Description: text({ doc: 'Description.', max: 4_000, multiline: true }),
    RequestedBy: user({ doc: 'Who asked for it.' }),
    SecAccess: secAccess({ doc: 'Who may read and who may write it.' }),
  },
  criteria: { SecAccess: 'SecAccess' },
  indexes: [{ name: 'deleted', columns: ['db', 'deleted'] }],
  display: row => row.name as string | null,
  owns: [{ entity: 'KeyFieldDefinition', column: 'parent_key' }],
})
