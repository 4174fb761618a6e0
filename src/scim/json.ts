// Reads members of SCIM's JSON, whose names have any letter case, and picks the attributes that a request wants.
import { isObject } from '../base/text/json.ts'
import { parseLenient } from '../base/text/lenient-json.ts'
import { invalid } from './errors.ts'

export type Json = Readonly<Record<string, unknown>>

/** Levels of a resource: a value of a complex attribute of a schema. Paths of PATCH are not nested deeper. */
const mostLevels = 10
const mostMembers = 5_000

export function bodyOf(text: string): Json {
  let body: unknown
  try {
    body = parseLenient(text)
  } catch (error) {
    return invalid('invalidSyntax', `The body is not JSON: ${(error as Error).message}`)
  }
  if (!isObject(body)) return invalid('invalidSyntax', 'The body is a JSON object.')
  const count = countOf(body, 0)
  return count > mostMembers ? invalid('tooMany', `The body has more than ${mostMembers} values.`) : body
}

function countOf(value: unknown, level: number): number {
  if (typeof value !== 'object' || value === null) return 1
  if (level > mostLevels) return invalid('invalidSyntax', `The body nests deeper than ${mostLevels} levels.`)
  let count = 1
  for (const inner of Object.values(value)) count += countOf(inner, level + 1)
  return count
}

/** A member by its name in any letter case; undefined when it is absent. */
export function memberOf(object: Json, name: string): unknown {
  const wanted = name.toLowerCase()
  const own = Object.keys(object).find(key => key.toLowerCase() === wanted)
  return own === undefined ? undefined : object[own]
}

/** The attributes that `attributes` and `excludedAttributes` of a request leave of a resource. */
export interface Selection {
  readonly only: ReadonlySet<string> | null
  readonly without: ReadonlySet<string>
}

export const wants = ({ only, without }: Selection, name: string): boolean =>
  !without.has(name) && (only === null || [...only].some(each => each === name || each.startsWith(`${name}.`)))

/** `schemas` and `id` are always there. An attribute is named with or without the URN of its schema. */
export function selected(resource: Json, selection: Selection): Json {
  const { only, without } = selection
  if (only === null && without.size === 0) return resource
  const kept: [string, unknown][] = []
  for (const [name, value] of Object.entries(resource)) {
    const key = name.toLowerCase()
    if (key === 'schemas' || key === 'id') kept.push([name, value])
    else if (key.startsWith('urn:')) {
      const inner = isObject(value) ? partOf(value, '', selection) : value
      if (isObject(inner) && Object.keys(inner).length > 0) kept.push([name, inner])
    } else if (wants(selection, key)) {
      const whole = only === null || only.has(key)
      kept.push([name, each(value, inner => partOf(inner, `${key}.`, whole ? { only: null, without } : selection))])
    }
  }
  return Object.fromEntries(kept)
}

const each = (value: unknown, change: (object: Json) => Json): unknown => {
  if (Array.isArray(value)) return value.map(one => (isObject(one) ? change(one) : one))
  return isObject(value) ? change(value) : value
}

const partOf = (value: Json, prefix: string, selection: Selection): Json =>
  Object.fromEntries(Object.entries(value).filter(([name]) => wants(selection, prefix + name.toLowerCase())))

const mostNames = 100

/** The names of a list such as `userName,name.givenName`; of an attribute of an extension the last part of its URN. */
export function selectionOf(attributes: string | null, excluded: string | null): Selection {
  const names = (text: string): ReadonlySet<string> => {
    const list = text.split(',').map(name => (name.trim().split(':').at(-1) ?? '').toLowerCase())
    return list.length > mostNames
      ? invalid('invalidValue', `At most ${mostNames} attributes are named.`)
      : new Set(list)
  }
  return { only: attributes ? names(attributes) : null, without: excluded ? names(excluded) : new Set() }
}
