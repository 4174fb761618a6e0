// Provides the few forms of JSON Schema (2020-12) from which the OpenAPI document is made.

export type Schema = Readonly<Record<string, unknown>>

export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })

export const text: Schema = { type: 'string' }
export const whole: Schema = { type: 'integer' }
export const flag: Schema = { type: 'boolean' }
export const zero: Schema = { type: 'integer', const: 0 }
export const textOrNull: Schema = { type: ['string', 'null'] }
export const dateTime: Schema = { type: 'string', format: 'date-time' }
/** An object of any members. */
export const openObject: Schema = { type: 'object', additionalProperties: true }
/** Any JSON. */
export const anything: Schema = {}

export const listOf = (items: Schema, more: Schema = {}): Schema => ({ type: 'array', items, ...more })

/** An object; the members of `required` are always there. */
export const object = (properties: Schema, required: readonly string[] = [], more: Schema = {}): Schema => ({
  type: 'object',
  ...(required.length > 0 ? { required } : {}),
  properties,
  ...more,
})

export const orNull = (schema: Schema): Schema => either([schema, { type: 'null' }])

/** One of several schemas: plain types become one list of types. */
export function either(schemas: readonly Schema[]): Schema {
  const known = [...new Map(schemas.map(schema => [JSON.stringify(schema), schema])).values()]
  if (known.some(schema => Object.keys(schema).length === 0)) return anything
  const plain = known.filter(isPlain)
  const others = known.filter(schema => !isPlain(schema))
  const types = plain.map(({ type }) => type)
  const joined = plain.length === 0 ? [] : [{ type: types.length === 1 ? types[0] : types }]
  const all = [...joined, ...others]
  return all.length === 1 ? (all[0] as Schema) : { anyOf: all }
}

const isPlain = (schema: Schema): boolean => typeof schema.type === 'string' && Object.keys(schema).length === 1

/** One of a few values, each with a name. */
export function namedValues(values: readonly NamedValue[]): Schema {
  const [first, ...others] = values.map(({ value, title, description, deprecated }) => ({
    const: value,
    title,
    ...(description === undefined ? {} : { description }),
    ...(deprecated ? { deprecated } : {}),
  }))
  return first && others.length === 0 ? first : { oneOf: [...(first ? [first] : []), ...others] }
}

export interface NamedValue {
  readonly value: string | number
  readonly title: string
  readonly description?: string
  readonly deprecated?: boolean
}
