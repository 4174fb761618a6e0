// The items of a list that an entity file fixes.
import type { FixedItem } from '../fields/field.ts'
import { itemShape } from './item-list.ts'
import type { OptionSet } from './option-set.ts'

/** Keys are as the field reads them: numbers for Status and its like, words for the Type of an entry. */
export const fixedList = (items: readonly FixedItem[]): OptionSet => ({
  shape: itemShape,
  items: items.map(({ key, name }) => ({ Key: key, Value: name, Name: name, DisplayValue: name, Inactive: false })),
})
