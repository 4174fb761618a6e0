// Reads the `Data` member of a FieldOptions request, which has the values that options depend on.
import { isObject, member } from '../base/text/json.ts'
import type { OptionsRequest } from './context.ts'

export const dataPath = (request: OptionsRequest, name: string): string => `${request.member}.Data.${name}`

/** A member by name, or a nested one by `name` and `inner` or by `name/inner`; undefined when it is absent. */
export function dataAt(request: OptionsRequest, name: string, inner?: string): unknown {
  const data = member(request.content, 'Data')
  if (!isObject(data)) return undefined
  if (inner === undefined) return member(data, name)
  const nested = member(data, name)
  if (isObject(nested)) return member(nested, inner)
  return nested ?? member(data, `${name}/${inner}`)
}
