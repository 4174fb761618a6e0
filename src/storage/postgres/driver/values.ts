// Converts values to and from PostgreSQL, so that rows have the same JS values as on SQLite.
import { types } from 'pg'
import { checkText } from '../../statements/check-text.ts'
import { RowList } from '../../statements/row-list.ts'
import type { Scalar, Value } from '../../store.ts'

const int8 = 20
const numeric = 1700
const bool = 16
const bytea = 17

export type BoundValue = string | Buffer | null

/** Caches the text of frozen lists, such as a caller's principals, which every request binds again. */
const frozenTexts = new WeakMap<readonly unknown[], string>()

function listText(list: readonly (string | number)[]): string {
  const text = `{${list.map(arrayElement).join()}}`
  if (Object.isFrozen(list)) frozenTexts.set(list, text)
  return text
}

/** The text of an array element. */
export const arrayElement = (item: string | number): string =>
  typeof item === 'number' ? String(item) : `"${checkText(item).replace(/["\\]/g, c => `\\${c}`)}"`

export function bind(params: readonly Value[]): BoundValue[] {
  const bound = new Array<BoundValue>(params.length)
  for (let i = 0; i < params.length; i++) bound[i] = bindOne(params[i] as Value)
  return bound
}

function bindOne(value: Value): BoundValue {
  if (typeof value === 'string') return checkText(value)
  if (value === null) return null
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  if (value instanceof RowList) return value.toJson()
  if (Array.isArray(value)) return frozenTexts.get(value) ?? listText(value)
  throw new TypeError(`A ${typeof value} cannot be bound`)
}

const parsers = new Map<number, (text: string) => Scalar>([
  [int8, integer],
  [numeric, Number],
  [bool, text => (text === 't' ? 1 : 0)],
  [bytea, text => new Uint8Array(Buffer.from(text.slice(2), 'hex'))],
])

export const parserOf = (oid: number): ((text: string) => Scalar) =>
  (parsers.get(oid) ?? types.getTypeParser(oid)) as (text: string) => Scalar

function integer(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError('An integer is too large for a JS number: select it as text')
  return value
}
