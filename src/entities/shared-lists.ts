// Declares the fields that several entities share: product, category, and the record that an activity is with.
import { mixedRecord } from '../fields/kinds/mixed-record.ts'
import { options } from '../fields/kinds/options.ts'
import { mixedKey } from '../fields/kinds/reference.ts'
import { items } from './default-items.ts'

export const productField = options({ doc: 'Products and services.', list: 'Product', defaults: items.product })
export const categoryField = options({ doc: 'Categories.', list: 'Category', defaults: items.category })

/** The icons of tasks. */
export const taskIcons = [
  { key: 0, name: 'Task' },
  { key: 1, name: 'Call' },
]

const companions = ['AbEntry', 'Lead', 'Opportunity', 'Case', 'Campaign']

export const withKeyField = mixedKey({
  doc: 'The record that it is mainly with or about: an entry, lead, opportunity, case or campaign.',
  to: companions,
  column: 'with',
})
export const withField = mixedRecord({
  doc: 'The same as a record, with the fields of what it names: `With: {Opportunity: {Objective: 1}}`.',
  to: companions,
  via: 'with',
})
