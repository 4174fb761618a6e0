// Writes the TypeScript types of a model for the client: every entity with its fields, sub-fields and operators.
import type { Part } from '../fields/part.ts'
import { asSearched, elementOf, operandOfPart, subParts } from '../fields/part-access.ts'
import type { ValueType } from '../fields/value-type.ts'
import type { Model, ModelEntity, ModelField } from '../model/model.ts'

const scalars: Readonly<Record<ValueType['name'], string>> = {
  text: 'string',
  key: 'string',
  integer: 'number',
  number: 'number',
  money: 'number',
  date: 'string',
  datetime: 'string',
  flag: 'boolean',
}

/** The text of `interface NAME`, which the types of the client package read. */
export function modelTypes(model: Model, name: string): string {
  const operators = new Names('O')
  const parts = new Names('P')
  const types = new Types(name, operators, parts)
  const entities = [...model.entities, model.schema].map(entity => entityType(entity, types))
  return `${operators.text}
${parts.text}
type F<Read, Write, Operators, Parts = never, List = false> = {
  read: Read
  write: Write
  operators: Operators
  parts: Parts
  list: List
}

export interface ${name} {
${entities.join('\n')}
}
`
}

/** Gives each type a name, since thousands of fields share a few of them. */
class Names {
  readonly #prefix: string
  readonly #names = new Map<string, string>()

  constructor(prefix: string) {
    this.#prefix = prefix
  }

  of(type: string): string {
    const name = this.#names.get(type) ?? `${this.#prefix}${this.#names.size + 1}`
    this.#names.set(type, name)
    return name
  }

  get text(): string {
    return [...this.#names].map(([type, name]) => `type ${name} = ${type}`).join('\n')
  }
}

function entityType(entity: ModelEntity, types: Types): string {
  const { operations } = entity.entity
  const writes = operations.includes('Create') || operations.includes('Update')
  const fields = entity.all.filter(field => field.udf === null || !field.udf.inactive)
  const required = fields.filter(field => field.field.traits.required === true).map(field => `'${field.name}'`)
  const lines = fields.map(field => {
    const mark = field.udf ? `      /** ${field.udf.name.replaceAll('*/', '* /')} */\n` : ''
    return `${mark}      ${quoted(field.name)}: ${types.field(entity, field, writes)}`
  })
  return `  ${quoted(entity.name)}: {
    required: ${required.length === 0 ? 'never' : required.join(' | ')}
    fields: {
${lines.join('\n')}
    }
  }`
}

const quoted = (name: string): string => (/^\w+$/.test(name) ? name : JSON.stringify(name))

class Types {
  readonly #name: string
  readonly #operators: Names
  readonly #partNames: Names

  constructor(name: string, operators: Names, partNames: Names) {
    this.#name = name
    this.#operators = operators
    this.#partNames = partNames
  }

  field(entity: ModelEntity, { name, field, part }: ModelField, writes: boolean): string {
    const writable = writes && field.parse !== undefined && field.traits.readOnly !== true
    const text = this.#part(part(entity.root), writable, field.schema.type)
    // Every record has both.
    return name === 'Key' || name === 'Version' ? text.replace(' | null', '') : text
  }

  #part(part: Part, writable: boolean, type: string | null): string {
    const isList = part.shape === 'list' || part.shape === 'jsonList'
    const element = elementOf(part)
    const own = operandOfPart(elementOf(asSearched(part)))?.type.operators ?? []
    const operators = isList && own.length > 0 ? [...new Set([...own, '$ALL'])] : own
    const named = own.length === 0 ? 'never' : this.#operators.of(operators.map(one => `'${one}'`).join(' | '))
    const read = element.shape === 'writeOnly' ? 'never' : many(readType(element, type), isList)
    const written = writable ? writtenType(element, isList) : 'never'
    const parts = this.#parts(element, writable)
    const rest = parts === 'never' && !isList ? '' : `, ${parts}${isList ? ', true' : ''}`
    return `F<${read}, ${written}, ${named}${rest}>`
  }

  /** The sub-fields; those of another record are the fields of its entity too. */
  #parts(element: Part, writable: boolean): string {
    const own = [...subParts(element).values()].map(part => `${quoted(part.name)}: ${this.#part(part, writable, null)}`)
    const parts = own.length === 0 ? 'never' : this.#partNames.of(`{ ${own.join('; ')} }`)
    if (element.shape !== 'record') return parts
    const fields = `${this.#name}['${element.entity}']['fields']`
    return own.length === 0 ? fields : `${parts} & ${fields}`
  }
}

const many = (type: string, isList: boolean): string => (isList ? `readonly (${type})[] | null` : `${type} | null`)

/** What selector 1 gives, by the type that Schema shows of the field; a sub-field has none. */
function readType(element: Part, type: string | null): string {
  if (element.name === 'DisplayValue') return 'string'
  const operand = operandOfPart(element)
  if (type?.startsWith('EnumField') && operand?.type.name === 'integer') return 'string | number'
  if (type === 'ObjectField') return element.shape === 'record' ? 'string | object' : 'object'
  if (operand) return scalars[operand.type.name]
  if (element.shape === 'object' || subParts(element).size > 0) return type === 'StringField' ? 'string' : 'object'
  return 'string | number | boolean'
}

/** Bare values and objects of sub-fields are both accepted. */
function writtenType(element: Part, isList: boolean): string {
  const operand = operandOfPart(element)
  const bare = operand && operand.type.name !== 'integer' ? scalars[operand.type.name] : 'string | number'
  const one = subParts(element).size > 0 || element.shape === 'record' ? `${bare} | object` : bare
  return isList ? `readonly (${one})[] | ${one} | null` : `${one} | null`
}
