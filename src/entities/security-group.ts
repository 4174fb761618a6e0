// Declares groups of users, which SecAccess lists can name.
import { records } from '../fields/kinds/records.ts'
import { text } from '../fields/kinds/text.ts'
import { entity } from './entity.ts'
import { securityGroupRules } from './rules/security-group-rules.ts'

export const securityGroup = entity({
  name: 'SecurityGroup',
  doc: 'A group of users, for SecAccess.',
  operations: ['Create', 'Read', 'Update', 'Delete', 'Validate'],
  adminWrites: true,
  fields: {
    Name: text({ doc: 'Name of the group.', max: 120, required: true }),
    Members: records({
      doc: 'The users in the group. `Options.Append` adds those that are sent, `Options.Remove` removes them.',
      to: 'User',
    }),
  },
  indexes: [{ name: 'name', columns: ['db', 'name_f'] }],
  display: row => row.name as string | null,
  rules: securityGroupRules,
})
