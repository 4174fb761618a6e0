// Declares tags, coloured words that users put on entries, opportunities, cases and leads.
import { choice } from '../fields/kinds/choice.ts'
import { text } from '../fields/kinds/text.ts'
import { entity } from './entity.ts'
import { tagRules } from './rules/tag-rules.ts'

/** The colours that a tag can have. A palette and not any colour, so that its text stays readable on light and dark pages. */
const tagColors = ['Gray', 'Red', 'Orange', 'Yellow', 'Green', 'Teal', 'Blue', 'Purple', 'Pink']

export const tag = entity({
  name: 'Tag',
  doc: 'A coloured word that users put on entries, opportunities, cases and leads. Everyone adds tags; its creator and administrators change a tag. A database has at most 1,000.',
  operations: ['Create', 'Read', 'Update', 'Delete', 'Validate'],
  access: [{ rule: 'byCreator' }],
  fields: {
    Name: text({ doc: 'What it says; each tag has another name.', max: 60, required: true }),
    Color: choice({ doc: `Its colour; ${tagColors[0]} when it is left out.`, values: tagColors }),
  },
  indexes: [
    { name: 'name', columns: ['db', 'name_f', 'id'] },
    { name: 'deleted', columns: ['db', 'deleted'] },
  ],
  display: row => row.name as string | null,
  rules: tagRules(tagColors[0] as string),
})
