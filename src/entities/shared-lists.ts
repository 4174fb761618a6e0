// Declares the product and category fields, whose option lists four entities share.
import { options } from '../fields/kinds/options.ts'
import { items } from './default-items.ts'

export const productField = options({ doc: 'Products and services.', list: 'Product', defaults: items.product })
export const categoryField = options({ doc: 'Categories.', list: 'Category', defaults: items.category })
