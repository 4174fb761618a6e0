// Converts a written value to its bare form, and checks the members of its objects against the part that reads them.
import type { Problems } from '../base/errors.ts'
import { isObject } from '../base/text/json.ts'
import type { Field } from './field.ts'
import type { Part, SubParts } from './part.ts'
import { elementOf, operandOfPart, readsAsArray, subParts } from './part-access.ts'

/**
 * `{"Value": v}` is v for every kind of field, and a list of one is its element where a single value may be read as a list.
 * An empty list stays: null clears a single value.
 */
export function bareForm(value: unknown, field: Field, part: Part): unknown {
  const bare = field.valueIsMember ? value : unwrapped(value)
  return Array.isArray(bare) && bare.length === 1 && readsAsArray(part) ? bareForm(bare[0], field, part) : bare
}

/** The Value of an object that has nothing else, besides the text by which a Read shows it. */
function unwrapped(value: unknown): unknown {
  if (!isObject(value)) return value
  const [only, ...others] = Object.keys(value).filter(name => name.toLowerCase() !== 'displayvalue')
  return only?.toLowerCase() === 'value' && others.length === 0 ? value[only] : value
}

/** Reports members of the value's objects, at every depth, that neither a write accepts nor a Read returns. */
export function checkMembers(value: unknown, part: Part, path: string, problems: Problems): void {
  const shown = elementOf(part)
  if (Array.isArray(value)) {
    for (const [i, element] of value.entries()) checkMembers(element, shown, `${path}[${i}]`, problems)
    return
  }
  const parts = membersOf(shown)
  if (!isObject(value) || parts.size === 0) return
  for (const [name, inner] of Object.entries(value)) {
    const member = parts.get(name.toLowerCase())
    if (member) checkMembers(inner, member, `${path}.${name}`, problems)
    else if (name.toLowerCase() !== 'displayvalue') {
      const known = [...parts.values()].map(each => each.name).join(', ')
      problems.add('UnknownField', `${path}.${name}`, `${path}.${name} is unknown; ${path} has ${known}.`)
    }
  }
}

/** The members that an object of the part may have: its sub-fields, and those of its key if the part is a record. */
function membersOf(part: Part): SubParts {
  const parts = subParts(part)
  if (part.shape === 'jsonList' || operandOfPart(part)?.type.name !== 'key')
    return part.shape === 'jsonList' ? none : parts
  const key = parts.get('key')
  const inKey = key ? subParts(key) : none
  return new Map([['key', { ...part, name: 'Key' }], ...inKey, ...parts])
}

const none: SubParts = new Map()
