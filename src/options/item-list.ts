// Lists the items of an option list in the store.

import { type ItemKeys, itemKeys, type ListSource } from '../fields/option-source.ts'
import type { OptionName } from '../fields/render-context.ts'
import type { Catalog } from '../model/catalog.ts'
import type { Item, OptionSet, Shape } from './option-set.ts'

export const itemShape: Shape = {
  Key: true,
  Value: true,
  Name: true,
  DisplayValue: true,
  Icon: true,
  BiDirectional: true,
  External: true,
  Group: 'text',
  Inactive: true,
  SortValue: true,
}

const itemWith = (keyOf: ItemKeys['keyOf'], { key, name, position, inactive, extra }: OptionName): Item => ({
  Key: keyOf(key),
  Value: name,
  Name: name,
  DisplayValue: name,
  Icon: extra.Icon ?? null,
  BiDirectional: extra.BiDirectional ?? null,
  External: extra.External ?? null,
  Group: extra.Group ?? null,
  Inactive: inactive,
  SortValue: position,
})

/** An item of a list whose keys are numbers. */
export const itemOf = (item: OptionName): Item => itemWith(String, item)

export const itemList = (catalog: Catalog, source: ListSource): OptionSet => {
  const { keyOf } = itemKeys(source)
  return { shape: itemShape, items: catalog.list(source.list).items.map(item => itemWith(keyOf, item)) }
}
