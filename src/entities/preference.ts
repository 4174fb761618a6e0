// Declares preferences: values that a user interface stores for each user.
import { codeText } from '../fields/kinds/code-text.ts'
import { jsonValue } from '../fields/kinds/json-value.ts'
import { entity } from './entity.ts'
import { preferenceRules } from './rules/preference-rules.ts'

export const preference = entity({
  name: 'Preference',
  doc: 'A value that a user interface keeps for one user. A user has at most 200; their changes are not in History.',
  operations: ['Create', 'Read', 'Update', 'Delete', 'Validate'],
  tokenScope: 'webaccess',
  unrecorded: true,
  access: [{ rule: 'personal', column: 'creator' }],
  fields: {
    Name: codeText({ doc: 'What it is about; each user has a name once.', max: 120, required: true, fixed: true }),
    Value: jsonValue({ doc: 'Any JSON.', max: 32_768 }),
  },
  indexes: [
    { name: 'name', columns: ['db', 'creator', 'name'] },
    { name: 'deleted', columns: ['db', 'deleted'] },
  ],
  display: row => row.name as string | null,
  rules: preferenceRules,
})
