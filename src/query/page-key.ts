// Page keys: where the next page begins, bound to the query that it belongs to.
import { digestOf } from '../base/digest.ts'
import { refuse } from '../base/errors.ts'
import type { Scalar } from '../storage/store.ts'

/** The last record seen: in which segment of the order it stood, and its values there. */
export interface PagePosition {
  readonly segment: number
  readonly values: readonly Scalar[]
}

/** What a key belongs to, in short: database, entity, criteria with their values, order. */
export const queryMark = (...parts: readonly unknown[]): string => digestOf(JSON.stringify(parts)).slice(0, 16)

export const encodePageKey = (mark: string, position: PagePosition): string =>
  Buffer.from(JSON.stringify([mark, position.segment, ...position.values])).toString('base64url')

export type PageType = 'text' | 'number' | 'exact'

const fits = (value: unknown, type: PageType): boolean => {
  if (value === null) return true
  if (type === 'number') return typeof value === 'number' && Number.isFinite(value)
  return typeof value === 'string' && (type === 'text' ? !value.includes('\0') : /^-?\d{1,18}$/.test(value))
}

/** `typesOf` gives the types of the values that a position in a segment has; undefined for a segment that is not there. */
export function decodePageKey(
  text: unknown,
  mark: string,
  typesOf: (segment: number) => readonly PageType[] | undefined,
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
  const types = segment === 0 || segment === 1 ? typesOf(segment) : undefined
  if (!types || types.length !== values.length || !types.every((type, i) => fits(values[i], type)))
    return wrong('is damaged')
  return { segment, values: values as Scalar[] }
}
