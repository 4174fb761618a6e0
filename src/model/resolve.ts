// Resolves a path of a request (`Address/City`, `/AbEntry/Udf/$TYPEID(7)`) to the part of the model that it names.
import { refuse } from '../base/errors.ts'
import { fixedLimits } from '../config/limits.ts'
import type { Join, ListPart, Part } from '../fields/part.ts'
import { subParts } from '../fields/part-access.ts'
import type { Model, ModelEntity, ModelField } from './model.ts'

/** A list on a path, and the row that owns it. */
export interface ListStep {
  readonly list: ListPart
  readonly owner: Join
}

export interface ResolvedPath {
  readonly part: Part
  /** The lists that the path goes through, outermost first; the part's root is a row of the last one. */
  readonly lists: readonly ListStep[]
  /** The row that the last field belongs to. */
  readonly owner: Join
  readonly drivers: readonly string[]
  /** The last field on the path. */
  readonly field: ModelField
}

/** Returns the limit that a path exceeds; null when it exceeds none. Every step may join another row. */
export function pathFault(path: string): string | null {
  const { pathLength, pathSteps } = fixedLimits
  if (path.length > pathLength)
    return `A name of ${path.length} characters is too long; at most ${pathLength} are allowed.`
  if (!path.includes('/')) return null
  // An absolute name begins with an empty step and the name of its entity.
  const steps = splitPath(path).length - (path.startsWith('/') ? 2 : 0)
  return steps > pathSteps ? `A path of ${steps} steps is too long; at most ${pathSteps} are allowed.` : null
}

/** Splits at slashes, but not inside the brackets of `$NAME(a/b)`, which may nest, unlike those of `$TAG(a(b)`. */
export function splitPath(path: string): string[] {
  if (!path.includes('/')) return [path]
  const steps: string[] = []
  let depth = 0
  let step = ''
  for (const char of path) {
    if (char === '(' && !(depth > 0 && /^\$tag\(/i.test(step))) depth++
    if (char === ')') depth--
    if (char === '/' && depth === 0) {
      steps.push(step)
      step = ''
    } else step += char
  }
  steps.push(step)
  const joined: string[] = []
  for (let i = 0; i < steps.length; i++) {
    const current = steps[i] as string
    if (/^udf$/i.test(current) && steps[i + 1]?.startsWith('$')) joined.push(`${current}/${steps[++i]}`)
    else joined.push(current)
  }
  return joined
}

/** A position in the model: an entity, or a part. */
export interface PathCursor {
  readonly entity: ModelEntity | null
  readonly join: Join
  readonly part: Part | null
  readonly lists: readonly ListStep[]
  readonly drivers: readonly string[]
  readonly field: ModelField | null
}

export const cursorAt = (entity: ModelEntity, join: Join = entity.root): PathCursor => ({
  entity,
  join,
  part: null,
  lists: [],
  drivers: [],
  field: null,
})

/** Follows one name of a path; refuses a name that does not exist. `where` is the JSON path for the message. */
export function stepInto(model: Model, cursor: PathCursor, name: string, where: string): PathCursor {
  if (cursor.part === null) return intoField(cursor.entity as ModelEntity, cursor, name, where)
  let { part, lists } = cursor
  if (part.shape === 'list') {
    lists = [...lists, { list: part, owner: cursor.join }]
    part = part.live ?? part.element
  }
  const inner = subParts(part).get(name.toLowerCase())
  if (inner)
    return { ...cursor, part: inner, lists, drivers: inner.driver ? [...cursor.drivers, inner.driver] : cursor.drivers }
  if (part.shape === 'record') {
    return intoField(model.entity(part.entity), { ...cursor, lists, join: part.join }, name, where)
  }
  const known = [...subParts(part).values()].map(p => p.name)
  const has = known.length === 0 ? `${part.name} has no sub-fields.` : `${part.name} has ${known.join(', ')}.`
  return refuse(
    'UnknownField',
    where,
    suggest => `There is no sub-field ${name} in ${part.name}.${suggest(name, known)} ${has}`,
  )
}

function intoField(entity: ModelEntity, cursor: PathCursor, name: string, where: string): PathCursor {
  const field = entity.field(name)
  if (!field || field.field.traits.writeOnly) {
    return refuse('UnknownField', where, entity.unknownField(name))
  }
  const part = field.part(cursor.join)
  const drivers = part.driver ? [...cursor.drivers, part.driver] : cursor.drivers
  return { entity: null, join: cursor.join, part, lists: cursor.lists, drivers, field }
}

/** The names of a path, from a cursor on. An absolute path repeats the entity of the cursor's record. */
export function stepsOf(model: Model, from: PathCursor, path: string, where: string): string[] {
  const fault = pathFault(path)
  if (fault !== null) refuse('LimitExceeded', where, fault)
  const steps = splitPath(path)
  if (steps[0] !== '') return steps
  const here = from.entity?.name ?? (from.part?.shape === 'record' ? from.part.entity : undefined)
  if (here === undefined || model.findMember(steps[1] ?? '')?.name !== here || steps.length < 3) {
    refuse('UnknownField', where, `${path} is not a field of ${here ?? 'this record'}.`)
  }
  return steps.slice(2)
}

export function resolve(model: Model, from: PathCursor, path: string, where: string): ResolvedPath {
  let cursor = from
  for (const step of stepsOf(model, from, path, where)) cursor = stepInto(model, cursor, step, where)
  if (!cursor.part || !cursor.field) return refuse('UnknownField', where, `${path} names no field.`)
  return { part: cursor.part, lists: cursor.lists, owner: cursor.join, drivers: cursor.drivers, field: cursor.field }
}
