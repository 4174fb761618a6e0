// Lists the items that an entity file or the model declares.
import { takesUdfs } from '../entities/entity.ts'
import { customParents } from '../entities/rules/custom-rules.ts'
import type { FixedItem } from '../fields/option-source.ts'
import type { OptionsContext } from './context.ts'
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

/** What a folder can apply to: the document library, and the entities and types that take user-defined fields. */
export function folderTargetOptions({ catalog }: OptionsContext): OptionSet {
  const holders = catalog.model.entities.filter(({ entity }) => takesUdfs(entity))
  const names = ['DocumentLibrary', ...holders.flatMap(({ name, types }) => [name, ...types])]
  return fixedList([...new Set(names)].map(name => ({ key: name, name })))
}

/** What a custom entity can belong to: entries, opportunities, and the other custom entities. */
export const customParentOptions = ({ catalog }: OptionsContext): OptionSet =>
  fixedList([
    ...customParents.map(name => ({ key: name, name })),
    ...catalog.model.customKinds.map(({ tag, name }) => ({ key: tag, name })),
  ])
