// Defines the kind for user-defined fields with items, which share one side table and read as a list.
import type { Field, Traits } from '../field.ts'
import { optionPart } from './option.ts'
import { itemsPart, options } from './options.ts'

export function udfOptions(spec: Traits & { list: string; typeId: number; many: boolean }): Field {
  const { list, typeId, many, ...traits } = spec
  const inner = options({ ...traits, list })
  return {
    ...inner,
    schema: { type: 'EnumField<StringItem>', attributes: many ? { MultiSelect: true } : {}, hasOption: true },
    part: place => {
      const part = itemsPart(place.name, 'udf_item', { list }, [{ column: 'type_id', equals: typeId }])
      if (many) return part
      const item = { join: { ...place.join, table: 'udf_item' }, column: 'item' }
      return { ...part, single: optionPart(place.name, item, { list }, false) }
    },
    parse: (value, c, _listTable, context) => {
      if (!many && Array.isArray(value) && value.length > 1) {
        context.problems.add('InvalidValue', context.path, `${context.path} takes one option, not ${value.length}.`)
        return null
      }
      const parsed = inner.parse?.(value, c, 'udf_item', context)
      if (!parsed) return null
      const where = { type_id: typeId }
      return { ...parsed, lists: (parsed.lists ?? []).map(rows => ({ ...rows, where })) }
    },
  }
}
