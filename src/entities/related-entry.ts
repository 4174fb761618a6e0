// Declares relations between two entries of the address book; each relation has a reverse row.
import { option } from '../fields/kinds/option.ts'
import { through } from '../fields/kinds/particular/through.ts'
import { keyTo, record } from '../fields/kinds/reference.ts'
import { text } from '../fields/kinds/text.ts'
import { items } from './default-items.ts'
import { entity } from './entity.ts'
import { relatedEntryRules } from './rules/related-entry-rules.ts'

export const relatedEntry = entity({
  name: 'RelatedEntry',
  doc: 'A relation from one entry of the address book to another. The service keeps a reverse row for each.',
  operations: ['Create', 'Read', 'Update', 'Delete', 'Validate'],
  access: [
    { rule: 'parent', column: 'from_key', entity: 'AbEntry' },
    { rule: 'parent', column: 'to_key', entity: 'AbEntry' },
  ],
  fields: {
    FromKey: keyTo({ doc: 'The entry that has the relation.', to: 'AbEntry', required: true, fixed: true }),
    From: record({ doc: 'The entry that has the relation, as a record.', to: 'AbEntry', via: 'from_key' }),
    ToKey: keyTo({ doc: 'The entry that it is related to.', to: 'AbEntry', required: true, fixed: true }),
    To: record({ doc: 'The entry that it is related to, as a record.', to: 'AbEntry', via: 'to_key' }),
    RelationType: option({
      doc: 'What sort of relation it is.',
      list: 'RelatedEntry.RelationType',
      defaults: items.relationType,
    }),
    Description: text({ doc: 'Description.', max: 255 }),
    ReverseRelatedEntryKey: keyTo({
      doc: 'The row of the same relation in the other direction.',
      to: 'RelatedEntry',
      readOnly: true,
    }),
    DisplayValue: through({
      doc: 'The name of the entry that it is related to.',
      via: 'to_key',
      to: 'AbEntry',
      field: text({ doc: '', max: 500 }),
      theirColumn: 'display',
    }),
  },
  indexes: [
    { name: 'from', columns: ['db', 'from_key', 'id'] },
    { name: 'to', columns: ['db', 'to_key', 'id'] },
    { name: 'reverse', columns: ['db', 'reverse_related_entry_key'] },
    { name: 'deleted', columns: ['db', 'deleted'] },
  ],
  display: () => null,
  owns: [{ entity: 'RelatedEntry', column: 'reverse_related_entry_key' }],
  distinctBy: ['from_key', 'to_key', 'relation_type'],
  rules: relatedEntryRules,
})
