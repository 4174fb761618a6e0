// Converts JS values to those that SQLite binds.
import type { SQLInputValue } from 'node:sqlite'
import { checkText } from '../statements/check-text.ts'
import type { Value } from '../store.ts'

export function bind(params: readonly Value[]): SQLInputValue[] {
  const bound = new Array<SQLInputValue>(params.length)
  for (let i = 0; i < params.length; i++) bound[i] = bindOne(params[i] as Value)
  return bound
}

/** Caches the text of frozen lists, such as a caller's principals, which every request binds again. */
const frozenTexts = new WeakMap<readonly unknown[], string>()

function listText(list: readonly unknown[]): string {
  for (const item of list) if (typeof item === 'string') checkText(item)
  const text = JSON.stringify(list)
  if (Object.isFrozen(list)) frozenTexts.set(list, text)
  return text
}

function bindOne(value: Value): SQLInputValue {
  if (typeof value === 'string') return checkText(value)
  // node:sqlite binds every number as REAL; whole numbers must be INTEGER, as on PostgreSQL.
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value
  if (value === null || typeof value === 'bigint') return value
  if (value instanceof Uint8Array) return value
  if (Array.isArray(value)) return frozenTexts.get(value) ?? listText(value)
  throw new TypeError(`A ${typeof value} cannot be bound`)
}
