// Lists the items of an option list in the store.

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
  Group: true,
  Inactive: true,
}

export const itemOf = ({ key, name, inactive, extra }: OptionName): Item => ({
  Key: String(key),
  Value: name,
  Name: name,
  DisplayValue: name,
  Icon: extra.Icon ?? null,
  BiDirectional: extra.BiDirectional ?? null,
  External: extra.External ?? null,
  Group: extra.Group ?? null,
  Inactive: inactive,
})

export const itemList = (catalog: Catalog, list: string): OptionSet => ({
  shape: itemShape,
  items: catalog.list(list).items.map(itemOf),
})
