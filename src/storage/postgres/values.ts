// Values to and from PostgreSQL, so that rows hold the same JS values as SQLite's.
import { types } from 'pg'
import { checkText } from '../check-text.ts'
import type { Value } from '../store.ts'

const int8 = 20
const numeric = 1700
const bool = 16
const bytea = 17

/** The text of lists that stay as they are, such as whom a caller may act as: each request binds them again. */
const frozenTexts = new WeakMap<readonly unknown[], string>()

function bindList(list: readonly (string | number)[]): unknown {
  const known = frozenTexts.get(list)
  if (known !== undefined) return known
  if (!Object.isFrozen(list)) return checkedList(list)
  const text = `{${checkedList(list).map(arrayElement).join()}}`
  frozenTexts.set(list, text)
  return text
}

function checkedList(list: readonly (string | number)[]): readonly (string | number)[] {
  for (const item of list) if (typeof item === 'string') checkText(item)
  return list
}

const arrayElement = (item: string | number): string =>
  typeof item === 'number' ? String(item) : `"${item.replace(/["\\]/g, c => `\\${c}`)}"`

export function bind(params: readonly Value[]): unknown[] {
  return params.map(value => {
    if (typeof value === 'string') return checkText(value)
    if (value === undefined) throw new TypeError('An undefined cannot be bound')
    return Array.isArray(value) ? bindList(value) : value
  })
}

const parsers = new Map<number, (text: string) => unknown>([
  [int8, integer],
  [numeric, Number],
  [bool, text => (text === 't' ? 1 : 0)],
  [bytea, text => new Uint8Array(Buffer.from(text.slice(2), 'hex'))],
])

export const typeParsers = {
  // biome-ignore lint/suspicious/noExplicitAny: the signature of pg's own parsers.
  getTypeParser: (oid: number, format?: any): any => parsers.get(oid) ?? types.getTypeParser(oid, format),
}

function integer(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError('An integer is too large for a JS number: select it as text')
  return value
}
