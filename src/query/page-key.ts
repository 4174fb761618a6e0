// Encodes and decodes page keys: a position in an order, bound to its query by a fingerprint.

import { refuse } from '../base/errors.ts'
import { digestOf } from '../base/secrets/digest.ts'
import type { Scalar } from '../storage/store.ts'

/** The position of the last record of a page: its segment of the order, and its values there. */
export interface PagePosition {
  readonly segment: number
  readonly values: readonly Scalar[]
}

/** The fingerprint of a query: database, entity, criteria with their values, order. */
export const queryMark = (...parts: readonly unknown[]): string => digestOf(JSON.stringify(parts)).slice(0, 16)

export const encodePageKey = (mark: string, position: PagePosition): string =>
  Buffer.from(JSON.stringify([mark, position.segment, ...position.values])).toString('base64url')

/** The expected type of a value in a page key, which a client can forge. */
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

/** `valuesOf` returns the expected values of a position in a segment; undefined for an unknown segment. */
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
  const expected = Number.isSafeInteger(segment) && segment >= 0 ? valuesOf(segment) : undefined
  if (!expected || expected.length !== values.length || !expected.every((value, i) => fits(values[i], value)))
    return wrong('is damaged')
  return { segment, values: values as Scalar[] }
}
