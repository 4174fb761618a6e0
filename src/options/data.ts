// What the `Data` of a FieldOptions request says: the values that options depend on.
import { isObject, member } from '../base/json.ts'
import type { OptionsRequest } from './context.ts'

export const dataPath = (request: OptionsRequest, name: string): string => `${request.member}.Data.${name}`

/** A member by name, or by a path that may be nested or spelled with a slash; undefined when it is not there. */
export function dataAt(request: OptionsRequest, name: string, inner?: string): unknown {
  const data = member(request.content, 'Data')
  if (!isObject(data)) return undefined
  if (inner === undefined) return member(data, name)
  const nested = member(data, name)
  if (isObject(nested)) return member(nested, inner)
  return nested ?? member(data, `${name}/${inner}`)
}
