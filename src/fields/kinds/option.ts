// Defines the kind for one item of an option list, which is in the store or fixed by the entity file.
import { refuse } from '../../base/errors.ts'
import { fold } from '../../base/text/fold.ts'
import { excerpt, firstMember, isObject, member, nameOf } from '../../base/text/json.ts'
import { column, required } from '../../storage/table.ts'
import type { Field, ParseContext, Traits } from '../field.ts'
import { type DefaultItem, type FixedItem, type ItemKeys, itemKeys, type OptionSource } from '../option-source.ts'
import { numberOutput, outputOf } from '../output.ts'
import { type Join, type Operand, type Source, type ValuePart, valuePart } from '../part.ts'
import type { OptionName, RenderContext } from '../render-context.ts'
import { optionType, textType } from '../types.ts'
import { equalityOperators, type ValueType } from '../value-type.ts'

export type Items = { list: string; defaults?: readonly DefaultItem[] } | { items: readonly FixedItem[] }

/** The members of a spec that name the source of the items. */
export const itemsOf = (spec: Items): Items =>
  'list' in spec ? { list: spec.list, ...(spec.defaults ? { defaults: spec.defaults } : {}) } : { items: spec.items }

/** The keys of the items: those of a fixed list are numbers. */
export const keysOf = (items: Items): ItemKeys => itemKeys('list' in items ? items : {})

/** Finds an item's name and other members in a stored or a fixed list. */
function itemFinder(items: Items): (key: number, context: RenderContext) => OptionName | undefined {
  if ('list' in items) return (key, context) => context.option(items.list, key)
  const byKey = new Map(
    items.items.map(({ key, name }, position) => [
      Number(key),
      { key: Number(key), name, position, inactive: false, extra: {} },
    ]),
  )
  return key => byKey.get(key)
}

const itemJoin = (source: Source, list: string): Join => ({
  path: `${source.join.path}.${source.column}_item`,
  from: source.join,
  table: 'option_item',
  on: [
    { column: 'db', equals: { from: 'db' } },
    { column: 'list', equals: { constant: list } },
    { column: 'item', equals: { from: source.column } },
  ],
})

/** A key that no item has. */
const noItem = -1

/** Compares an item by its name: through the row of the item, or, in a fixed list, by the key of that name. */
function nameOperand(source: Source, items: Items): Operand {
  if ('list' in items) return { type: textType, sources: [{ join: itemJoin(source, items.list), column: 'name_f' }] }
  const byName = new Map(items.items.map(item => [fold(item.name), Number(item.key)]))
  const type = {
    ...optionType,
    operators: equalityOperators,
    options: { source: items, by: 'name' as const },
    bind: (...[literal, path, context]: Parameters<typeof textType.bind>) =>
      byName.get(textType.bind(literal, path, context) as string) ?? noItem,
  }
  return { type, sources: [source] }
}

/** Compares an item by its key: a number, numeric text, or the word that is the key of the item. */
const keyOperandType = (items: Items, { numberOf }: ItemKeys): ValueType => ({
  ...optionType,
  options: { source: items, by: 'key' },
  bind: (literal, path, context) => {
    const key = isObject(literal) ? member(literal, 'Key') : literal
    if (typeof key !== 'string') return optionType.bind(key, path, context)
    const there =
      'items' in items ? items.items.map(item => `${item.key} ${item.name}`).join(', ') : 'FieldOptions lists them'
    const message = `${path} is compared with the key of an option (${there}), not ${excerpt(key)}.`
    return numberOf(key) ?? refuse('WrongType', path, message)
  },
})

/** The part of an item: its key, as number, numeric text or word, its name, and the further members of the list's items. */
export function optionPart(name: string, source: Source, items: Items, numeric: boolean): ValuePart {
  const find = itemFinder(items)
  const keys = keysOf(items)
  const operand = { type: keyOperandType(items, keys), sources: [source] }
  const byName = nameOperand(source, items)
  const key = numeric ? numberOutput(source) : outputOf(source, value => `"${keys.keyOf(Number(value))}"`)
  const named = outputOf(source, (value, context) => {
    const item = find(Number(value), context)
    return item ? JSON.stringify(item.name) : 'null'
  })
  const shown = { output: named, operand: byName }
  const trait = (member: string, of: (item: OptionName) => unknown, ...parts: string[]): ValuePart => {
    const output = outputOf(source, (value, context) => {
      const item = find(Number(value), context)
      return JSON.stringify((item && of(item)) ?? null)
    })
    return valuePart(member, { output }, ...parts.map(part => valuePart(part, { output })))
  }
  return valuePart(
    name,
    { output: key, operand, arrayOfOne: true, presence: [source] },
    valuePart('Key', { output: key, operand }),
    valuePart('Value', shown),
    valuePart('Name', shown),
    valuePart('DisplayValue', shown),
    ...['Icon', 'BiDirectional', 'External'].map(member => trait(member, item => item.extra[member])),
    trait('Group', item => item.extra.Group, 'Value', 'DisplayValue'),
    trait('Inactive', item => item.inactive),
    trait('SortValue', item => item.position),
  )
}

/** Reads an option's number from its key, `{Key}`, `{Value}`, or a list of one of these; undefined when it was refused. */
export function readOptionKey(value: unknown, context: ParseContext, keys: ItemKeys): number | null | undefined {
  if (Array.isArray(value)) {
    if (value.length === 1) return readOptionKey(value[0], context, keys)
    const got = value.length === 0 ? 'an empty list; null clears it' : value.length
    context.problems.add('InvalidValue', context.path, `${context.path} takes one option, not ${got}.`)
    return undefined
  }
  const inner = isObject(value) ? firstMember(value, 'Key', 'Value') : undefined
  if (inner !== undefined) return readOptionKey(inner, context, keys)
  if (value === null || value === '') return null
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value
  const item = typeof value === 'string' ? keys.numberOf(value) : undefined
  if (item !== undefined) return item
  const got = typeof value === 'string' ? `"${value}"` : nameOf(value)
  context.problems.add('WrongType', context.path, `${context.path} takes the key of an option, not ${got}.`)
  return undefined
}

export const unknownOption = (context: ParseContext, key: number): null => {
  context.problems.add('UnknownOption', context.path, `${context.path} has no option with the key ${key}.`)
  return null
}

export function option(spec: Traits & Items & { numeric?: boolean; fallback?: number }): Field {
  const { numeric = false, fallback, ...rest } = spec
  const items = itemsOf(spec)
  const keys = keysOf(items)
  const source: OptionSource = items
  return {
    traits: rest,
    schema: { type: 'EnumField<StringItem>', hasOption: true, ...(numeric ? { numericKeys: true } : {}) },
    columns: c => [fallback === undefined ? column(c, 'integer') : required(c, 'integer', fallback)],
    part: ({ name, join, column: c }) => optionPart(name, { join, column: c }, items, numeric),
    parse: (value, c, _list, context) => {
      const key = readOptionKey(value, context, keys)
      if (key === undefined) return null
      if (key === null) return { columns: { [c]: fallback ?? null } }
      if ('list' in items) return { columns: { [c]: key }, options: [{ list: items.list, key, path: context.path }] }
      return items.items.some(item => Number(item.key) === key)
        ? { columns: { [c]: key } }
        : unknownOption(context, key)
    },
    optionSource: source,
  }
}
