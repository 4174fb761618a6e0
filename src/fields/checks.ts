// The checks that kinds of field share: each names what is wrong and where.
import type { ParseContext } from './field.ts'

export const nameOf = (value: unknown): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

/** Where a value stands, and where to say what is wrong with it. */
export type Where = Pick<ParseContext, 'path' | 'problems'>

export function wrongType(context: Where, expected: string, value: unknown): null {
  context.problems.add('WrongType', context.path, `${context.path} takes ${expected}, not ${nameOf(value)}.`)
  return null
}

export function invalid(context: Where, reason: string): null {
  context.problems.add('InvalidValue', context.path, `${context.path} ${reason}.`)
  return null
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A member of an object whatever its letter case; undefined when it is not there. What objects inherit does not count. */
export function member(object: Record<string, unknown>, name: string): unknown {
  if (Object.hasOwn(object, name)) return object[name]
  const wanted = name.toLowerCase()
  for (const key of Object.keys(object)) {
    if (key.length === wanted.length && key.toLowerCase() === wanted) return object[key]
  }
  return undefined
}

/** What was written bare, or as the Value of an object, which is how it may have been read. */
export function bareValue(value: unknown): unknown {
  const inner = isObject(value) ? member(value, 'Value') : undefined
  return inner === undefined ? value : inner
}

export const at = (context: ParseContext, step: string): ParseContext => ({
  ...context,
  path: step.startsWith('[') ? context.path + step : `${context.path}.${step}`,
})

/** Text as it is stored: NFC, and no value when it is empty. undefined when it was refused. */
export function checkText(value: unknown, max: number, context: Where): string | null | undefined {
  if (value === null) return null
  if (typeof value !== 'string') {
    wrongType(context, 'text', value)
    return undefined
  }
  const text = value.normalize('NFC')
  if (text.length > max) {
    const message = `${context.path} is ${text.length} characters long; at most ${max} are allowed.`
    context.problems.add('TooLong', context.path, message)
    return undefined
  }
  if (text.includes('\0')) {
    invalid(context, 'holds a NUL character, which cannot be stored')
    return undefined
  }
  if (!text.isWellFormed()) {
    invalid(context, 'holds half of a surrogate pair, which cannot be stored')
    return undefined
  }
  return text === '' ? null : text
}

/** One value is a list of one, and null is an empty list. */
export const asList = (value: unknown): unknown[] => (value === null ? [] : Array.isArray(value) ? value : [value])
