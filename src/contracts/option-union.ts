// Writes the keys of an option list as a union of literals, with the name of each option as a comment.
import { itemKeys, type OptionSource } from '../fields/option-source.ts'
import type { OptionName } from '../fields/render-context.ts'

/** Gives the items of a list in the store; null where no database is known. */
export type OptionLists = (list: string) => readonly Pick<OptionName, 'key' | 'name' | 'inactive'>[] | null

interface Option {
  readonly key: string | number
  readonly name: string
  readonly inactive?: boolean
}

/** Null for options that are records, and for those of an unknown database. */
export function optionUnion(source: OptionSource, lists: OptionLists): string | null {
  const options = optionsOf(source, lists)
  if (options === null) return null
  if (options.length === 0) return 'never'
  return options.map(option => `\n  | ${literal(option.key)}${commentOn(option)}`).join('')
}

function optionsOf(source: OptionSource, lists: OptionLists): readonly Option[] | null {
  if ('items' in source) return source.items
  if (!('list' in source)) return null
  const { keyOf } = itemKeys(source)
  return lists(source.list)?.map(item => ({ ...item, key: keyOf(item.key) })) ?? null
}

function commentOn({ key, name, inactive = false }: Option): string {
  const words = name.replace(/\s+/g, ' ')
  if (words === key && !inactive) return ''
  return ` // ${words}${inactive ? ' (inactive)' : ''}`
}

/** A number, or a text in single quotes. */
export function literal(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const escaped = JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  return `'${escaped}'`
}
