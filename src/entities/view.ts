// Declares views: what a list in a user interface shows, of one user or shared with all.
import { codeText } from '../fields/kinds/code-text.ts'
import { flag } from '../fields/kinds/flag.ts'
import { jsonList, jsonValue } from '../fields/kinds/json-value.ts'
import { checkViewColumns, checkViewOrder } from '../fields/kinds/particular/view-lists.ts'
import { text } from '../fields/kinds/text.ts'
import { entity } from './entity.ts'
import { viewRules } from './rules/view-rules.ts'

export const view = entity({
  name: 'View',
  doc: 'A saved list: which records of an entity, which columns, in which order. A user has at most 500.',
  operations: ['Create', 'Read', 'Update', 'Delete', 'Validate'],
  tokenScope: 'webaccess',
  access: [{ rule: 'personal', column: 'creator', shared: 'shared', locked: 'locked' }],
  fields: {
    Entity: codeText({ doc: 'The entity whose records it lists.', max: 60, required: true, fixed: true }),
    Name: text({ doc: 'Name of the view.', max: 120, required: true }),
    Description: text({ doc: 'Description.', max: 1_000, multiline: true }),
    Columns: jsonList({
      doc: 'The columns, in their order; at most 200.',
      members: { Field: 'A path of the entity: `Address/City`.', Width: 'Width.' },
      check: checkViewColumns,
    }),
    Criteria: jsonValue({ doc: 'The `Criteria` of its Read, kept as they are sent.', max: 65_536, object: true }),
    OrderBy: jsonList({
      doc: 'The order, as `OrderBy.Fields` of a Read: `[{"CompanyName": "ASC"}]`.',
      members: {},
      check: checkViewOrder,
    }),
    Layout: jsonValue({ doc: 'What else a user interface keeps with it.', max: 16_384, object: true }),
    Shared: flag({ doc: 'Everyone sees it. Its creator and administrators set this.', fallback: false }),
    Locked: flag({
      doc: 'Only its creator and administrators change it. Its creator and administrators set this.',
      fallback: false,
    }),
  },
  indexes: [
    { name: 'creator', columns: ['db', 'creator', 'id'] },
    { name: 'entity', columns: ['db', 'entity', 'name_f', 'id'], fewValues: true },
    { name: 'deleted', columns: ['db', 'deleted'] },
  ],
  display: row => row.name as string | null,
  rules: viewRules,
})
