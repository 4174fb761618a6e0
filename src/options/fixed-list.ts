// Lists the items that an entity file declares.
import type { FixedItem } from '../fields/option-source.ts'
import { itemShape } from './item-list.ts'
import type { OptionSet } from './option-set.ts'

/** Keys are as a Read returns them: numbers for Status and similar fields, words for the Type of an entry. */
export const fixedList = (items: readonly FixedItem[]): OptionSet => ({
  shape: itemShape,
  items: items.map(({ key, name }, position) => ({
    Key: key,
    Value: name,
    Name: name,
    DisplayValue: name,
    Inactive: false,
    SortValue: position,
  })),
})
