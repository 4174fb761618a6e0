// Declares how an entity shows the favorite lists of its records and narrows a Read to one of them.
import { records } from '../fields/kinds/records.ts'

export const favoriteListsField = records({
  doc: 'The favorite lists that have the record.',
  to: 'FavoriteList',
  inverse: 'favorite_list_member_keys',
  asKeys: true,
  live: true,
  readOnly: true,
})

/** `Criteria.FavoriteList: key` means a condition on this path. */
export const favoriteCriteria = { FavoriteList: 'FavoriteLists/Key' }
