// Lists products with their categories, and the categories that the chosen products allow.
import { Problems as ProblemList, type Problems } from '../base/errors.ts'
import { asList, isObject, member, nameOf } from '../base/text/json.ts'
import type { Catalog } from '../model/catalog.ts'
import type { OptionsRequest } from './context.ts'
import { dataAt, dataPath } from './data.ts'
import { itemList, itemOf, itemShape } from './item-list.ts'
import type { OptionSet, Shape } from './option-set.ts'

export const productList = 'Product'
export const categoryList = 'Category'

const productShape: Shape = { ...itemShape, AssociatedCategories: itemShape }

export function productOptions(catalog: Catalog): OptionSet {
  const categories = catalog.list(categoryList).byKey
  const items = catalog.list(productList).items.map(product => ({
    ...itemOf(product),
    AssociatedCategories: (catalog.associations.get(product.key) ?? []).flatMap(key => {
      const category = categories.get(key)
      return category ? [itemOf(category)] : []
    }),
  }))
  return { shape: productShape, items }
}

/**
 * All categories; with products in `Data.Product`, the categories of those products and the categories of no product.
 */
export function categoryOptions(catalog: Catalog, request: OptionsRequest): OptionSet {
  const sent = dataAt(request, 'Product')
  const all = itemList(catalog, { list: categoryList })
  if (sent === undefined) return all
  const products = readProducts(sent, catalog, dataPath(request, 'Product'))
  const associated = products.map(product => catalog.associations.get(product) ?? [])
  // A product without associations restricts nothing.
  if (associated.some(categories => categories.length === 0)) return all
  const wanted = new Set(associated.flat())
  const taken = new Set([...catalog.associations.values()].flat())
  const offered = (key: number) => wanted.has(key) || !taken.has(key)
  return { shape: all.shape, items: all.items.filter(item => offered(Number(item.Key))) }
}

function readProducts(sent: unknown, catalog: Catalog, path: string): number[] {
  const problems: Problems = new ProblemList()
  const known = catalog.list(productList).byKey
  const keys = asList(sent).map((element, i) => {
    const here = Array.isArray(sent) ? `${path}[${i}]` : path
    const bare = isObject(element) ? member(element, 'Key') : element
    const numeric = typeof bare === 'number' || (typeof bare === 'string' && /^\d{1,15}$/.test(bare))
    if (!numeric) problems.add('WrongType', here, `${here} takes the key of a product, not ${nameOf(bare)}.`)
    else if (!known.has(Number(bare))) problems.add('UnknownOption', here, `There is no product with the key ${bare}.`)
    return Number(bare)
  })
  problems.throwIfAny()
  return keys
}
