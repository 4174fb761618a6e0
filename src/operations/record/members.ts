// Reads the members of a record in a request and merges their spellings into one value per field.
import type { Problems } from '../../base/errors.ts'
import { isObject } from '../../base/text/json.ts'
import { bareForm } from '../../fields/written-value.ts'
import type { ModelEntity, ModelField } from '../../model/model.ts'
import { splitPath } from '../../model/resolve.ts'

export interface SentField {
  readonly field: ModelField
  readonly value: unknown
  /** The member's path: `AbEntry.Data.CompanyName`. */
  readonly path: string
}

export interface Members {
  /** By canonical name, in the order of the request. */
  readonly fields: Map<string, SentField>
  /** Undefined when the request has no key. */
  readonly key: unknown
  readonly version: unknown
}

export function readMembers(
  entity: ModelEntity,
  data: Readonly<Record<string, unknown>>,
  path: string,
  problems: Problems,
): Members {
  const fields = new Map<string, SentField>()
  let key: unknown
  let version: unknown
  for (const [spelling, value] of spellings(data)) {
    const here = `${path}.${spelling}`
    const steps = splitPath(spelling)
    if (steps[0] === '' && steps[1]?.toLowerCase() === entity.name.toLowerCase()) steps.splice(0, 2)
    const field = entity.field(steps[0] ?? '')
    if (!field) {
      problems.add('UnknownField', here, entity.unknownField(spelling))
      continue
    }
    const nested = steps.slice(1).reduceRight<unknown>((inner, step) => ({ [step]: inner }), value)
    // A Key that can be parsed is the key of another record, and a field like others.
    if (field.name === 'Key' && !field.field.parse) key = nested
    else if (field.name === 'Version') version = nested
    else {
      const earlier = fields.get(field.name)
      const merged = earlier ? merge(earlier.value, nested) : nested
      if (merged === undefined) problems.add('InvalidRequest', here, `${here} is there twice, with different values.`)
      else fields.set(field.name, { field, value: merged, path: earlier?.path ?? here })
    }
  }
  for (const [name, sent] of fields) {
    const { field, value } = sent
    const plain = typeof value !== 'object' || value === null
    if (!plain) fields.set(name, { ...sent, value: bareForm(value, field.field, entity.partOf(field)) })
  }
  return { fields, key, version }
}

/** `"Udf": {"$TYPEID(7)": x}` is the nested form of `"Udf/$TYPEID(7)": x`. */
function spellings(data: Readonly<Record<string, unknown>>): readonly [string, unknown][] {
  const members = Object.entries(data)
  if (!members.some(isNested)) return members
  return members.flatMap(member => {
    if (!isNested(member)) return [member]
    const [udf, inner] = member
    return Object.entries(inner).map(([name, value]): [string, unknown] => [`${udf}/${name}`, value])
  })
}

const isNested = (member: [string, unknown]): member is [string, Record<string, unknown>] =>
  /^udf$/i.test(member[0]) && isObject(member[1])

/** Merges two values of one field: objects complete each other, equal values are one; undefined when they disagree. */
function merge(a: unknown, b: unknown): unknown {
  if (isObject(a) && isObject(b)) {
    const merged: Record<string, unknown> = { ...a }
    for (const [name, value] of Object.entries(b)) {
      const known = Object.keys(merged).find(other => other.toLowerCase() === name.toLowerCase())
      const inner = known === undefined ? value : merge(merged[known], value)
      if (inner === undefined) return undefined
      merged[known ?? name] = inner
    }
    return merged
  }
  return JSON.stringify(a) === JSON.stringify(b) ? a : undefined
}
