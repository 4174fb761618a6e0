// Applies selectors to plain objects: 1 includes a member, 0 omits it, an object selects within it.
import type { Problems } from '../base/errors.ts'
import { isObject, nameOf } from '../base/text/json.ts'
import { decodeKey } from '../fields/record-key.ts'
import type { Item, Shape } from './option-set.ts'

/** The selected members, in the order and spelling of the request, each with the function that formats its value. */
type Selection = readonly {
  readonly as: string
  readonly member: string
  readonly show: (v: unknown) => unknown
}[]

const asIs = (value: unknown): unknown => value

export const includes = (value: unknown): boolean => value === 1 || value === true || value === '1'
export const leavesOut = (value: unknown): boolean => value === 0 || value === false || value === '0' || value === null

const keyShape: Shape = { Value: true, ID: true, EntityType: true, Uid: true, Number: true }

function keyParts(value: unknown): unknown {
  const key = typeof value === 'string' ? decodeKey(value) : null
  return key && { Value: value, ID: key.id, EntityType: key.kind, Uid: key.kind === 'User' ? key.id : null, Number: 0 }
}

const textShape: Shape = { Value: true, DisplayValue: true }
const textParts = (value: unknown): unknown => value && { Value: value, DisplayValue: value }

/** The members of a value that is selected by 1 as a whole, and the function that takes the value apart. */
const wholeValues = {
  key: { shape: keyShape, parts: keyParts },
  text: { shape: textShape, parts: textParts },
} as const

const byNames = (shape: Shape, names: readonly string[]): Selection =>
  names.map(member => ({ as: member, member, show: defaultView(shape[member]) }))

/** The view of a member that is selected by 1. */
function defaultView(inner: Shape[string] | undefined): (value: unknown) => unknown {
  if (typeof inner !== 'object') return asIs
  const selection = byNames(inner, defaultMembers(inner))
  return value => pickAny(value, selection)
}

/** The members that a selector of 1 gives: key and display value, or all members. */
const defaultMembers = (shape: Shape): string[] =>
  'Key' in shape && 'DisplayValue' in shape ? ['Key', 'DisplayValue'] : Object.keys(shape)

/** Parses a selector; null when it omits everything. Adds problems to `problems`. */
export function readSelector(selector: unknown, shape: Shape, path: string, problems: Problems): Selection | null {
  if (leavesOut(selector)) return null
  if (includes(selector)) return byNames(shape, defaultMembers(shape))
  if (Array.isArray(selector)) {
    if (selector.length <= 1) return readSelector(selector[0] ?? 1, shape, path, problems)
    problems.add('InvalidRequest', path, `${path} takes an array with one selector, not ${selector.length}.`)
    return null
  }
  if (!isObject(selector)) {
    problems.add('InvalidRequest', path, `${path} takes a selector such as [{"Key": 1}], not ${nameOf(selector)}.`)
    return null
  }
  const names = Object.entries(selector)
  if (names.length === 0) return byNames(shape, defaultMembers(shape))
  return names.flatMap(([as, inner]) => {
    const one = readMember(as, inner, shape, `${path}.${as}`, problems)
    return one ? [one] : []
  })
}

function readMember(
  as: string,
  selector: unknown,
  shape: Shape,
  path: string,
  problems: Problems,
): Selection[number] | null {
  const known = Object.keys(shape)
  const member = known.find(name => name.toLowerCase() === as.toLowerCase())
  if (member === undefined) {
    const there = `There are ${known.join(', ')}.`
    problems.add('UnknownField', path, suggest => `There is no ${as} here.${suggest(as, known)} ${there}`)
    return null
  }
  if (leavesOut(selector)) return null
  const inner = shape[member]
  if (includes(selector)) return { as, member, show: defaultView(inner) }
  const whole = inner === 'key' || inner === 'text' ? wholeValues[inner] : null
  const deeper = whole?.shape ?? inner
  if (typeof deeper !== 'object') {
    problems.add('NotSelectable', path, `${path} has no sub-fields; select it by 1.`)
    return null
  }
  const selection = readSelector(selector, deeper, path, problems)
  if (!selection) return null
  return { as, member, show: value => pickAny(whole ? whole.parts(value) : value, selection) }
}

const pickAny = (value: unknown, selection: Selection): unknown => {
  if (Array.isArray(value)) return value.map(element => pickAny(element, selection))
  return isObject(value) ? pick(value, selection) : (value ?? null)
}

export function pick(item: Item, selection: Selection): Record<string, unknown> {
  const shown: Record<string, unknown> = {}
  for (const { as, member, show } of selection) shown[as] = show(item[member] ?? null)
  return shown
}
