// Declares sales teams, the users who work on opportunities together.

import { isObject, member } from '../base/text/json.ts'
import { snakeCase } from '../base/text/names.ts'
import { at } from '../fields/checks.ts'
import { option } from '../fields/kinds/option.ts'
import { type ElementMember, records } from '../fields/kinds/records.ts'
import { text } from '../fields/kinds/text.ts'
import type { FixedItem } from '../fields/option-source.ts'
import { required } from '../storage/table.ts'
import { entity } from './entity.ts'
import { salesTeamRules } from './rules/sales-team-rules.ts'

const roles = [
  { key: 0, name: 'Member' },
  { key: 1, name: 'Leader' },
]

const rights = [
  { key: 0, name: 'Edit' },
  { key: 1, name: 'Audit' },
  { key: 2, name: 'Standard' },
]

/** A property of each member of a team, one of `items`; `fallback` when it is left out. */
const choiceOf = (name: string, doc: string, items: readonly FixedItem[], fallback: number): ElementMember => {
  const column = snakeCase(name)
  const field = option({ doc, numeric: true, items })
  return {
    name,
    column: required(column, 'integer', fallback),
    part: source => ({ ...field.part({ ...source, name, listTable: '' }), doc }),
    read: (element, context) => {
      const sent = isObject(element) ? member(element, name) : undefined
      if (sent === undefined || sent === null) return fallback
      return field.parse?.(sent, column, '', at(context, name))?.columns[column]
    },
  }
}

export const salesTeam = entity({
  name: 'SalesTeam',
  doc: 'Users who work on opportunities together.',
  operations: ['Create', 'Read', 'Update', 'Delete', 'Validate'],
  adminWrites: true,
  fields: {
    DisplayName: text({ doc: 'Name of the team.', max: 120, required: true }),
    Members: records({
      doc: 'Its members, each with a Role (1 leader, 0 member) and a Right (0 edit, 1 audit, 2 standard). With `Options.Append` an Update adds members, with `Options.Remove` it removes them.',
      to: 'User',
      members: [
        choiceOf('Role', '1 leader, 0 member.', roles, 0),
        choiceOf('Right', '0 edit, 1 audit, 2 standard.', rights, 2),
      ],
    }),
  },
  display: row => row.display_name as string | null,
  rules: salesTeamRules,
})
