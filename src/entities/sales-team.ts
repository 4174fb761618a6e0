// Declares sales teams, the users who work on opportunities together.

import { isObject, member } from '../base/json.ts'
import { at } from '../fields/checks.ts'
import { option } from '../fields/kinds/option.ts'
import { type ElementMember, records } from '../fields/kinds/records.ts'
import { text } from '../fields/kinds/text.ts'
import { required } from '../storage/table.ts'
import { entity } from './entity.ts'
import { salesTeamRules } from './rules/sales-team-rules.ts'

const roles = [
  { key: 0, name: 'Member' },
  { key: 1, name: 'Leader' },
]

const role: ElementMember = {
  name: 'Role',
  column: required('role', 'integer', 0),
  part: source => option({ doc: '', numeric: true, items: roles }).part({ ...source, name: 'Role', listTable: '' }),
  read: (element, context) => {
    const sent = isObject(element) ? member(element, 'Role') : undefined
    if (sent === undefined || sent === null || sent === 0 || sent === '0') return 0
    if (sent === 1 || sent === '1') return 1
    const here = at(context, 'Role')
    here.problems.add('UnknownOption', here.path, `${here.path} is 1 for a leader or 0 for a member.`)
    return undefined
  },
}

export const salesTeam = entity({
  name: 'SalesTeam',
  doc: 'Users who work on opportunities together.',
  operations: ['Create', 'Read', 'Update', 'Delete', 'Validate'],
  adminWrites: true,
  fields: {
    DisplayName: text({ doc: 'Name of the team.', max: 120, required: true }),
    Members: records({ doc: 'Its members, each with a Role: 1 leader, 0 member.', to: 'User', member: role }),
  },
  display: row => row.display_name as string | null,
  rules: salesTeamRules,
})
