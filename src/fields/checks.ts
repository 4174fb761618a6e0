// Holds the value checks that several kinds of field share; each reports a problem with its path.
import { foldsTooLong, foldsWithin } from '../base/text/fold.ts'
import { isObject, member, nameOf } from '../base/text/json.ts'
import type { ParseContext } from './field.ts'

/** The path of a value and the list for its problems. */
type ProblemContext = Pick<ParseContext, 'path' | 'problems'>

export function wrongType(context: ProblemContext, expected: string, value: unknown): null {
  context.problems.add('WrongType', context.path, `${context.path} takes ${expected}, not ${nameOf(value)}.`)
  return null
}

export function invalid(context: ProblemContext, reason: string): null {
  context.problems.add('InvalidValue', context.path, `${context.path} ${reason}.`)
  return null
}

/** The bare value, or the Value of an object, the form in which a Read may have returned it. */
export function bareValue(value: unknown): unknown {
  const inner = isObject(value) ? member(value, 'Value') : undefined
  return inner === undefined ? value : inner
}

export const at = (context: ParseContext, step: string): ParseContext => ({
  ...context,
  path: step.startsWith('[') ? context.path + step : `${context.path}.${step}`,
})

/** Refuses members of an object that have no meaning. */
export function checkNames(holder: Record<string, unknown>, names: readonly string[], context: ProblemContext): void {
  for (const name of Object.keys(holder)) {
    if (names.some(known => known.toLowerCase() === name.toLowerCase())) continue
    const path = `${context.path}.${name}`
    context.problems.add('UnknownField', path, `${path} is unknown; there are ${names.join(', ')}.`)
  }
}

/** Text as it is stored: NFC, null when empty, undefined when refused. */
export function checkText(value: unknown, max: number, context: ProblemContext): string | null | undefined {
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
  if (!foldsWithin(text)) {
    context.problems.add('TooLong', context.path, `${context.path} ${foldsTooLong}.`)
    return undefined
  }
  return text === '' ? null : text
}
