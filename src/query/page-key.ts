// Page keys: where the next page begins, bound to the query that it belongs to.
import { digestOf } from '../base/digest.ts'
import { refuse } from '../base/errors.ts'
import type { Scalar } from '../storage/store.ts'
import { plainJson } from './plain-json.ts'

/** The last record seen: in which segment of the order it stood, and its values there. */
export interface PagePosition {
  readonly segment: number
  readonly values: readonly Scalar[]
}

/** What a key belongs to, in short: database, entity, criteria with their values, order. */
export const queryMark = (...parts: readonly unknown[]): string => digestOf(plainJson(parts)).slice(0, 16)

export const encodePageKey = (mark: string, position: PagePosition): string =>
  Buffer.from(JSON.stringify([mark, position.segment, ...position.values])).toString('base64url')

/** What a remembered value must be like; anybody can write a page key. */
export interface PageValue {
  readonly type: 'text' | 'integer' | 'real' | 'exact'
  readonly nullable: boolean
}

function fits(value: unknown, { type, nullable }: PageValue): boolean {
  if (value === null) return nullable
  switch (type) {
    case 'integer':
      return Number.isSafeInteger(value)
    case 'real':
      return Number.isFinite(value)
    case 'text':
      return typeof value === 'string' && !value.includes('\0')
    case 'exact':
      return typeof value === 'string' && /^-?\d{1,18}$/.test(value)
  }
}

/** `valuesOf` says what a position in a segment remembers; undefined for a segment that is not there. */
export function decodePageKey(
  text: unknown,
  mark: string,
  valuesOf: (segment: number) => readonly PageValue[] | undefined,
  path: string,
): PagePosition {
  const wrong = (why: string): never =>
    refuse('InvalidPageKey', path, `${path} ${why}. Begin again with a PageKey of null.`)
  if (typeof text !== 'string' || text.length > 100_000) return wrong('is not a page key')
  let parts: unknown
  try {
    parts = JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    return wrong('is damaged')
  }
  if (!Array.isArray(parts) || typeof parts[0] !== 'string') return wrong('is damaged')
  if (parts[0] !== mark) return wrong('belongs to a query with other criteria, another order or another database')
  const [, segment, ...values] = parts
  const expected = segment === 0 || segment === 1 ? valuesOf(segment) : undefined
  if (!expected || expected.length !== values.length || !expected.every((value, i) => fits(values[i], value)))
    return wrong('is damaged')
  return { segment, values: values as Scalar[] }
}
