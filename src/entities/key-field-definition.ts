// Declares definitions of key fields: which fields of one entity a list shows, in which groups and columns.
import { jsonList, jsonValue } from '../fields/kinds/json-value.ts'
import { option } from '../fields/kinds/option.ts'
import { checkLayout } from '../fields/kinds/particular/key-field-layout.ts'
import { keyTo, record } from '../fields/kinds/reference.ts'
import { text } from '../fields/kinds/text.ts'
import { user } from '../fields/kinds/user.ts'
import { entity } from './entity.ts'
import { listedEntities } from './rules/favorite-list-rules.ts'
import { keyFieldDefinitionRules } from './rules/key-field-rules.ts'

export const keyFieldDefinition = entity({
  name: 'KeyFieldDefinition',
  doc: 'The key fields of one entity in a KeyFieldList.',
  operations: ['Create', 'Read', 'Update', 'Delete', 'Validate'],
  adminWrites: true,
  access: [{ rule: 'parent', column: 'parent_key', entity: 'KeyFieldList' }],
  fields: {
    ParentKey: keyTo({ doc: 'The list that it belongs to.', to: 'KeyFieldList', required: true, fixed: true }),
    Parent: record({ doc: 'The list that it belongs to, as a record.', to: 'KeyFieldList', via: 'parent_key' }),
    EntityType: option({
      doc: 'The entity whose fields it names.',
      numeric: true,
      required: true,
      fixed: true,
      items: listedEntities.map(({ key, name }) => ({ key, name })),
    }),
    Target: text({ doc: 'The user interface that it is for.', max: 120 }),
    Name: text({ doc: 'Name of the definition.', max: 120 }),
    Rule: jsonValue({
      doc: 'When it is shown: `{"$AND": [{"Type": ...}, {"Lead": ...}]}`, or a text. The service keeps it as it is.',
      max: 4_000,
    }),
    RequestedBy: user({ doc: 'Who asked for it.' }),
    Layout: jsonList({
      doc: 'Groups with Name, ColumnNo (0 or 1) and Element: fields with ID (a path, or null for a separator), Description and, read only, Field. An Update replaces the layout; with `Options.Append` it adds elements, with `Options.Remove` it removes them (`Options.IncludeSeparator`: separators too), with `Options.Clear` it empties the layout.',
      members: {
        Name: 'Name of the group.',
        ColumnNo: 'The column in which the group stands.',
        Element: 'The fields and separators of the group.',
      },
      check: checkLayout,
    }),
  },
  criteria: { SecAccess: 'SecAccess' },
  indexes: [
    { name: 'parent', columns: ['db', 'parent_key', 'id'] },
    { name: 'deleted', columns: ['db', 'deleted'] },
  ],
  display: row => row.name as string | null,
  rules: keyFieldDefinitionRules,
})
