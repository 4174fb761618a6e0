// Declares sales territories.
import { flag } from '../fields/kinds/flag.ts'
import { integer } from '../fields/kinds/number.ts'
import { text } from '../fields/kinds/text.ts'
import { user } from '../fields/kinds/user.ts'
import { entity } from './entity.ts'
import { territoryRules } from './rules/territory-rules.ts'

export const territory = entity({
  name: 'Territory',
  doc: 'A sales territory.',
  operations: ['Create', 'Read', 'Update', 'Delete', 'Validate'],
  adminWrites: true,
  fields: {
    Name: text({ doc: 'Name of the territory.', max: 120, required: true }),
    AccountManager: user({ doc: 'The user who looks after it; a list of one is accepted too.' }),
    Active: flag({ doc: 'Entries can be put into it.', fallback: true }),
    SortOrder: integer({ doc: 'Its place among the territories.' }),
  },
  display: row => row.name as string | null,
  rules: territoryRules,
})
