// Helpers for parsed JSON: test for an object, find a member in any letter case, name a type for an error message.

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Names the JSON type of a value in an error message. */
export const nameOf = (value: unknown): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

/** Finds an own member without regard to letter case. Returns undefined when the object has no such member. */
export function member(object: Record<string, unknown>, name: string): unknown {
  if (Object.hasOwn(object, name)) return object[name]
  const wanted = name.toLowerCase()
  for (const key of Object.keys(object)) {
    if (key.length === wanted.length && key.toLowerCase() === wanted) return object[key]
  }
  return undefined
}

/** Finds the first of several members that the object has. */
export function firstMember(object: Record<string, unknown>, ...names: readonly string[]): unknown {
  for (const name of names) {
    const found = member(object, name)
    if (found !== undefined) return found
  }
  return undefined
}

/** Turns a single value into a list of one, and null into an empty list. */
export const asList = (value: unknown): unknown[] => (value === null ? [] : Array.isArray(value) ? value : [value])

/** Whether a value is empty: null, an empty text or list, or an object with only empty values. */
export function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  if (Array.isArray(value)) return value.length === 0
  return isObject(value) && Object.values(value).every(isEmpty)
}

/** The JSON of a value in an error message, of which a long one is cut. */
export function excerpt(value: unknown): string {
  const text = JSON.stringify(value) ?? nameOf(value)
  return text.length <= 60 ? text : `${text.slice(0, 60)}…`
}

/** The object without the members of these names, which are in lower case. */
export const withoutMembers = (
  object: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Record<string, unknown> =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name.toLowerCase())))
