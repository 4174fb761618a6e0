// Declares favorite lists, which name records of one entity that users want to find together.
import { mixedKeys } from '../fields/kinds/mixed-keys.ts'
import { option } from '../fields/kinds/option.ts'
import { text } from '../fields/kinds/text.ts'
import { entity } from './entity.ts'
import { favoriteListRules, listedEntities } from './rules/favorite-list-rules.ts'

export const favoriteList = entity({
  name: 'FavoriteList',
  doc: 'A list of address book entries, opportunities, cases or leads. `Criteria.FavoriteList` of their Read narrows to its members.',
  operations: ['Create', 'Read', 'Update', 'Delete', 'Validate'],
  fields: {
    Name: text({ doc: 'Name of the list.', max: 120, required: true }),
    Description: text({ doc: 'Description.', max: 4_000, multiline: true }),
    EntityType: option({
      doc: 'What the list has; when it is left out it follows from the first member, else it is the address book.',
      numeric: true,
      fallback: 1,
      fixed: true,
      items: listedEntities.map(({ key, name }) => ({ key, name })),
    }),
    MemberKeys: mixedKeys({
      doc: 'The keys of its members. With `Options.Append` an Update adds the keys, with `Options.Remove` it removes them.',
      to: listedEntities.map(({ entity }) => entity),
    }),
  },
  indexes: [{ name: 'deleted', columns: ['db', 'deleted'] }],
  display: row => row.name as string | null,
  rules: favoriteListRules,
})
