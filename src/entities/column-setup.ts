// Declares column setups, the columns that a list in a user interface shows.

import { jsonList } from '../fields/kinds/json-value.ts'
import { option } from '../fields/kinds/option.ts'
import { checkColumns } from '../fields/kinds/particular/column-list.ts'
import { text } from '../fields/kinds/text.ts'
import { entity } from './entity.ts'
import { columnSetupRules } from './rules/column-setup-rules.ts'

export const columnSetup = entity({
  name: 'ColumnSetup',
  doc: 'The columns of a list: their order, titles, templates and widths. A new database has one for each EntityType.',
  operations: ['Read', 'Update', 'Delete', 'Validate'],
  fields: {
    Name: text({ doc: 'Label shown in the user interface.', max: 120, required: true }),
    EntityType: option({
      doc: 'What the list shows. A Read needs a condition on it.',
      numeric: true,
      required: true,
      items: [
        { key: 1, name: 'AddressBook' },
        { key: 2, name: 'Opportunity' },
        { key: 5, name: 'CustomerService' },
        { key: 19, name: 'Lead' },
        { key: 10003, name: 'Interaction' },
        { key: 10015, name: 'Activity' },
      ],
    }),
    Columns: jsonList({
      doc: 'The columns: ID, Header, Template (a field in double curly brackets) and Width, all four for each.',
      members: {
        ID: 'C0, C1 and so on.',
        Header: 'The title of the column.',
        Template: 'A field of the entity in double braces: `{{Address/City}}`.',
        Width: 'Width.',
      },
      required: true,
      check: checkColumns,
    }),
  },
  indexes: [{ name: 'entity_type', columns: ['db', 'entity_type', 'id'] }],
  readNeeds: ['EntityType'],
  display: row => row.name as string | null,
  rules: columnSetupRules,
})
