// Declares the addresses of entries, of which one is the default and is copied into its entry.
import { addressLine, addressMembers } from '../fields/kinds/address.ts'
import { flag } from '../fields/kinds/flag.ts'
import { keyTo, record } from '../fields/kinds/reference.ts'
import { entity } from './entity.ts'
import { addressRules } from './rules/address-rules.ts'

export const address = entity({
  name: 'Address',
  doc: 'A postal address of an address book entry. Exactly one is the default while the entry has any; `Address` of the entry shows that one.',
  operations: ['Create', 'Read', 'Update', 'Delete', 'Validate'],
  access: [{ rule: 'partOf', column: 'parent_key', entity: 'AbEntry' }],
  fields: {
    ParentKey: keyTo({ doc: 'The entry that has the address.', to: 'AbEntry', required: true, fixed: true }),
    Parent: record({ doc: 'The entry that has the address, as a record.', to: 'AbEntry', via: 'parent_key' }),
    ...Object.fromEntries(
      Object.entries(addressMembers).map(([name, { field, column }]) => [
        name,
        { ...field, traits: { ...field.traits, column } },
      ]),
    ),
    Default: flag({
      doc: 'It is the default address. True makes it so, and the one before is no longer; the first address of an entry is the default.',
      fallback: false,
      column: 'is_default',
    }),
  },
  indexes: [
    { name: 'parent', columns: ['db', 'parent_key', 'id'] },
    { name: 'deleted', columns: ['db', 'deleted'] },
  ],
  display: row => addressLine(column => row[column]),
  rules: addressRules,
})
