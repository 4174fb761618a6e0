// Defines the kind for any number of items of an option list, in the order in which they were chosen.
import { asList } from '../../base/text/json.ts'
import { required, type Table, tenant } from '../../storage/table.ts'
import { at } from '../checks.ts'
import type { Field, OptionUse, Traits } from '../field.ts'
import { type ListPart, rootJoin } from '../part.ts'
import { type Items, itemsOf, keysOf, optionPart, readOptionKey, unknownOption } from './option.ts'

/** A side table of chosen items; its index finds the records that have chosen one. */
export const itemTable = (
  name: string,
  itemType: 'integer' | 'text',
  owner: string,
  extra: Table['columns'] = [],
): Table => ({
  name,
  scope: 'database',
  columns: [tenant, required('owner', 'text'), required('position', 'integer'), required('item', itemType), ...extra],
  primaryKey: ['db', 'owner', 'item'],
  indexes: [{ name: 'item', columns: ['db', 'item', 'owner'] }],
  foreignKeys: [{ columns: ['db', 'owner'], table: owner, references: ['db', 'id'], onDelete: 'cascade' }],
})

export function itemsPart(name: string, table: string, items: Items, where?: ListPart['where']): ListPart {
  const root = rootJoin(table)
  const element = optionPart(name, { join: root, column: 'item' }, items, false)
  return { shape: 'list', name, table, root, owner: 'owner', element, ...(where ? { where } : {}) }
}

export function options(spec: Traits & Items): Field {
  const items = itemsOf(spec)
  const itemKeys = keysOf(items)
  return {
    traits: spec,
    schema: { type: 'EnumField<StringItem>', attributes: { MultiSelect: true }, hasOption: true },
    columns: () => [],
    list: (table, owner) => itemTable(table, 'integer', owner),
    part: ({ name, listTable }) => itemsPart(name, listTable, items),
    parse: (value, _c, table, context) => {
      const keys = new Set<number>()
      const uses: OptionUse[] = []
      let fine = true
      asList(value).forEach((element, i) => {
        const here = Array.isArray(value) ? at(context, `[${i}]`) : context
        const key = readOptionKey(element, here, itemKeys)
        if (key === undefined) fine = false
        else if (key !== null && !keys.has(key)) {
          keys.add(key)
          if ('list' in items) uses.push({ list: items.list, key, path: here.path })
          else if (!items.items.some(item => Number(item.key) === key)) {
            unknownOption(here, key)
            fine = false
          }
        }
      })
      if (!fine) return null
      return {
        columns: {},
        lists: [{ table, owner: 'owner', rows: [...keys].map((item, position) => ({ position, item })) }],
        options: uses,
      }
    },
    optionSource: items,
  }
}
