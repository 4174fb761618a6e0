// Parses and checks an item of an option list as a request sends it, before the store is read.
import type { Problems } from '../base/errors.ts'
import { asList, isObject, member, nameOf } from '../base/text/json.ts'
import { bareValue, checkText, wrongType } from '../fields/checks.ts'
import type { ItemKeys } from '../fields/option-source.ts'

/** `make` fills a new list, whose items may have their own keys. */
export type EditMode = 'add' | 'modify' | 'remove' | 'replace' | 'make'

/** What the items of a list are read by. */
interface ItemForm {
  readonly keys: ItemKeys
  /** Whether they have AssociatedCategories. */
  readonly categories: boolean
}

interface CategoryUse {
  readonly key: number
  readonly path: string
}

export interface ItemEdit {
  readonly path: string
  /** Null for a new item. */
  readonly key: number | null
  /** Undefined when the request leaves the member unchanged. */
  readonly name: string | undefined
  readonly inactive: boolean | undefined
  /** The place in the order of the list. */
  readonly position: number | undefined
  readonly extra: Readonly<Record<string, unknown>>
  readonly categories: readonly CategoryUse[] | undefined
  /** The item as it was sent; the answer repeats it. */
  readonly sent: Readonly<Record<string, unknown>>
}

const nameMax = 160
const highestPosition = 1_000_000
const extras = { Icon: 'string', BiDirectional: 'boolean', External: 'boolean', Group: 'string' } as const
const members = ['Key', 'Name', 'Value', 'DisplayValue', 'Inactive', 'SortValue', ...Object.keys(extras)]

/** The number of an item from its key; null when there is none; undefined when it was refused. */
function readItemKey(value: unknown, path: string, problems: Problems, keys: ItemKeys): number | null | undefined {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value
  const item = typeof value === 'string' ? keys.numberOf(value) : undefined
  if (item !== undefined) return item
  wrongType({ path, problems }, 'the key of an item, which is numeric text', value)
  return undefined
}

export function readItems(value: unknown, path: string, form: ItemForm, limit: number, problems: Problems): ItemEdit[] {
  const list = asList(value)
  if (list.length > limit) {
    problems.add(
      'LimitExceeded',
      path,
      `${path} has ${list.length} items; at most ${limit} are allowed (write-records).`,
    )
    return []
  }
  return list.flatMap((element, i) => {
    const here = Array.isArray(value) ? `${path}[${i}]` : path
    if (isObject(element)) return [readItem(element, here, form, problems)]
    wrongType({ path: here, problems }, 'an object with Key and Name', element)
    return []
  })
}

function readItem(sent: Record<string, unknown>, path: string, form: ItemForm, problems: Problems): ItemEdit {
  const known = form.categories ? [...members, 'AssociatedCategories'] : members
  for (const name of Object.keys(sent)) {
    if (known.some(m => m.toLowerCase() === name.toLowerCase())) continue
    const has = `It has ${known.join(', ')}.`
    problems.add('UnknownField', `${path}.${name}`, suggest => `An item has no ${name}.${suggest(name, known)} ${has}`)
  }
  const key = readItemKey(member(sent, 'Key'), `${path}.Key`, problems, form.keys)
  return {
    path,
    key: key ?? null,
    name: readName(sent, path, problems),
    inactive: readFlag(sent, path, problems),
    position: readPosition(sent, path, problems),
    extra: readExtra(sent, path, problems),
    categories: form.categories
      ? readCategories(member(sent, 'AssociatedCategories'), path, problems, form.keys)
      : undefined,
    sent,
  }
}

/** `Name`, or `Value` as in Schema rows; `DisplayValue` when neither is sent. */
function readName(sent: Record<string, unknown>, path: string, problems: Problems): string | undefined {
  const spelling = ['Name', 'Value', 'DisplayValue'].find(name => member(sent, name) !== undefined)
  if (spelling === undefined) return undefined
  const here = `${path}.${spelling}`
  const text = checkText(member(sent, spelling), nameMax, { path: here, problems })
  if (text === null) problems.add('Required', here, `${here} must not be empty.`)
  return text ?? undefined
}

function readFlag(sent: Record<string, unknown>, path: string, problems: Problems): boolean | undefined {
  const value = member(sent, 'Inactive')
  if (value === undefined || typeof value === 'boolean') return value
  wrongType({ path: `${path}.Inactive`, problems }, 'true or false', value)
  return undefined
}

function readPosition(sent: Record<string, unknown>, path: string, problems: Problems): number | undefined {
  const value = member(sent, 'SortValue')
  if (value === undefined || value === null) return undefined
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= highestPosition) return value
  const here = `${path}.SortValue`
  problems.add('InvalidValue', here, `${here} takes a whole number from 0 to ${highestPosition}.`)
  return undefined
}

function readExtra(sent: Record<string, unknown>, path: string, problems: Problems): Record<string, unknown> {
  const extra: Record<string, unknown> = {}
  for (const [name, type] of Object.entries(extras)) {
    const value = bareValue(member(sent, name))
    if (value === undefined) continue
    if (value === null || typeof value === type) extra[name] = value
    else problems.add('WrongType', `${path}.${name}`, `${path}.${name} takes a ${type}, not ${nameOf(value)}.`)
  }
  return extra
}

function readCategories(value: unknown, path: string, problems: Problems, keys: ItemKeys): CategoryUse[] | undefined {
  if (value === undefined) return undefined
  const uses = new Map<number, CategoryUse>()
  asList(value).forEach((element, i) => {
    const here = `${path}.AssociatedCategories[${i}].Key`
    const key = readItemKey(isObject(element) ? member(element, 'Key') : element, here, problems, keys)
    if (key === null) problems.add('Required', here, `${here} must name a category.`)
    else if (key !== undefined && !uses.has(key)) uses.set(key, { key, path: here })
  })
  return [...uses.values()]
}
