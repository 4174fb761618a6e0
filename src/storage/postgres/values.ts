// Values to and from PostgreSQL, so that rows hold the same JS values as SQLite's.
import { types } from 'pg'
import { checkText } from '../check-text.ts'
import type { Value } from '../store.ts'

const int8 = 20
const numeric = 1700
const bool = 16
const bytea = 17

export function bind(params: readonly Value[]): unknown[] {
  return params.map(value => {
    if (typeof value === 'string') return checkText(value)
    if (value === undefined) throw new TypeError('An undefined cannot be bound')
    if (Array.isArray(value)) for (const item of value) if (typeof item === 'string') checkText(item)
    return value
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
