// Writes the TypeScript types of a model for the client: every entity with its fields, sub-fields, operators and options.

import type { Part, RecordPart } from '../fields/part.ts'
import { asSearched, elementOf, operandOfPart, subParts } from '../fields/part-access.ts'
import type { ValueType } from '../fields/value-type.ts'
import type { Model, ModelEntity, ModelField } from '../model/model.ts'
import { schemaEntity } from '../model/schema-entity.ts'
import { udfAliases } from '../model/udf.ts'
import { kindNames } from './field-facts.ts'
import { literal, type OptionLists, optionUnion } from './option-union.ts'
import { isWritable, offeredFields, requiredFields } from './part-facts.ts'

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

/** Members of Schema rows, which no kind of field parses: those of a user-defined field that may be written, and what they take. */
const schemaWrites: Readonly<Record<string, string>> = {
  Key: 'string',
  Name: 'string',
  Type: 'string',
  AppliesTo: 'readonly string[]',
  Attributes: 'object',
  Items: 'readonly object[]',
  Mandatory: 'boolean | object',
  AlwaysMandatory: 'boolean',
  Inactive: 'boolean',
  Description: 'string',
  TAG: 'string',
  RequestedBy: 'string',
  Folder: 'string',
}

const fieldType = `type F<Read, Write, Operators = never, Value = never, Parts = never, Linked = never, List = false> = {
  read: Read
  write: Write
  operators: Operators
  value: Value
  parts: Parts
  linked: Linked
  list: List
}
type R = { readonly Key: string; readonly DisplayValue: string | null }`

/** The text of `interface NAME`, which the types of the client package read, and of the options of its fields. */
export function modelTypes(model: Model, lists: OptionLists, name: string): string {
  const types = new Types(name, lists)
  const entities = [...model.entities, model.schema].map(entity => entityType(entity, types))
  return `${[...types.names.map(({ text }) => text), fieldType].filter(text => text !== '').join('\n')}

/** The keys of options, by entity and field. */
export interface ${name}Options {
${[...types.options].map(([field, union]) => `  ${quoted(field)}: ${union}`).join('\n')}
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
    return [...this.#names].map(([type, name]) => `type ${name} =${type.startsWith('\n') ? '' : ' '}${type}`).join('\n')
  }
}

function entityType(entity: ModelEntity, types: Types): string {
  const required = requiredFields(entity).map(name => `'${name}'`)
  const lines = offeredFields(entity).flatMap(field => {
    const type = types.field(entity, field)
    return spellings(entity, field).map(name => `${commentOf(field, entity)}      ${quoted(name)}: ${type}`)
  })
  const kinds = kindNames(entity)
  return `${kinds.length === 0 ? '' : `  /** ${comment(kinds.join(', '))} */\n`}  ${quoted(entity.name)}: {
    required: ${required.length === 0 ? 'never' : required.join(' | ')}
    fields: {
${lines.join('\n')}
    }
  }`
}

/** A user-defined field is addressed by its number, its name or its tag; a name that several fields have means one of them. */
const spellings = (entity: ModelEntity, field: ModelField): readonly string[] =>
  field.udf ? udfAliases(field.udf).filter(name => entity.fields.get(name.toLowerCase()) === field) : [field.name]

const commentOf = ({ udf }: ModelField, { types }: ModelEntity): string => {
  if (!udf) return ''
  const isForSome = udf.appliesTo.length > 0 && udf.appliesTo.length < types.length
  return `      /** ${comment([udf.name, ...(isForSome ? [`of ${udf.appliesTo.join(', ')}`] : [])].join(', '))} */\n`
}
const comment = (text: string): string => text.replaceAll('*/', '* /').replace(/\s+/g, ' ')

const quoted = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : literal(name))

class Types {
  readonly #name: string
  readonly #lists: OptionLists
  readonly #operators = new Names('O')
  readonly #unions = new Names('K')
  readonly #partNames = new Names('P')
  /** The names of the unions of option keys, by entity and field. */
  readonly options = new Map<string, string>()

  constructor(name: string, lists: OptionLists) {
    this.#name = name
    this.#lists = lists
  }

  get names(): readonly Names[] {
    return [this.#operators, this.#unions, this.#partNames]
  }

  field(entity: ModelEntity, asked: ModelField): string {
    const { name, field, part } = asked
    const { type } = field.schema
    const at = `${entity.name}.${name}`
    if (entity.entity === schemaEntity)
      return this.#part(part(entity.root), { write: schemaWrites[name] ?? 'never', type, at })
    const text = this.#part(part(entity.root), { write: isWritable(entity, asked) ? null : 'never', type, at })
    // Every record has both.
    return name === 'Key' || name === 'Version' ? text.replace(' | null', '') : text
  }

  /** `write` is what may be written; null where it follows from the part. */
  #part(part: Part, { write, type, at }: { write: string | null; type: string | null; at: string }): string {
    const element = elementOf(part)
    const isList = part.shape === 'list' || (part.shape === 'jsonList' && type !== 'ObjectField')
    const options = this.#optionsOf(element, at)
    const searched = operandOfPart(elementOf(asSearched(part)))?.type
    const isMany = isList || asSearched(part).shape === 'list'
    const operators = searched ? [...new Set([...searched.operators, ...(isMany ? ['$ALL'] : [])])] : []
    const parameters = [
      readType(element, type, options) + (isList ? '' : ' | null'),
      write ?? writtenType(element, options),
      operators.length === 0 ? 'never' : this.#operators.of(operators.map(one => `'${one}'`).join(' | ')),
      searched ? (options ?? literalType(searched)) : 'never',
      this.#parts(element, write, at),
      element.shape === 'record' ? `${this.#name}['${element.entity}']['fields']` : 'never',
      String(isList),
    ]
    const defaults = ['', '', 'never', 'never', 'never', 'never', 'false']
    while (parameters.at(-1) === defaults[parameters.length - 1]) parameters.pop()
    return `F<${parameters.join(', ')}>`
  }

  /** The name of the union of the keys that a part may have; null when they are not known, or it has no options. */
  #optionsOf(element: Part, at: string): string | null {
    const options = operandOfPart(element)?.type.options
    const union = options?.by === 'key' ? optionUnion(options.source, this.#lists) : null
    if (union === null) return null
    const name = this.#unions.of(union)
    // A sub-field with the keys of its field shares the union of the field.
    if (this.options.get(at.slice(0, at.lastIndexOf('/'))) !== name) this.options.set(at, name)
    return name
  }

  #parts(element: Part, write: string | null, at: string): string {
    const own = [...subParts(element).values()].map(part => {
      const type = this.#part(part, { write: write === null ? null : 'never', type: null, at: `${at}/${part.name}` })
      return `${quoted(part.name)}: ${type}`
    })
    return own.length === 0 ? 'never' : this.#partNames.of(`{ ${own.join('; ')} }`)
  }
}

/** What selector 1 gives, by the type that Schema shows of the field; a sub-field has none. */
function readType(element: Part, type: string | null, options: string | null): string {
  if (element.shape === 'writeOnly') return 'never'
  if (element.shape === 'jsonMember') return 'unknown'
  if (element.name === 'DisplayValue') return 'string'
  if (type === 'ListField') return 'readonly string[]'
  if (options !== null) return options
  if (element.shape === 'record') return recordType(element)
  const operand = operandOfPart(element)
  // A rule can stand in place of the flag.
  if (type === 'BooleanField' && element.name === 'Mandatory') return 'boolean | object'
  // A record of one of several entities has a sub-field for each of them.
  if (type === 'ObjectField') return [...subParts(element).values()].some(isRecord) ? 'R' : 'object'
  if (operand) return literalType(operand.type)
  if (element.shape === 'object' || subParts(element).size > 0) return type === 'StringField' ? 'string' : 'object'
  return 'string | number | boolean'
}

const isRecord = ({ shape }: Part): boolean => shape === 'record'

/** A record is shown as its key, which is one column, or as an object of key and name, which needs more. */
const recordType = ({ output }: RecordPart): string => (output.sources.length === 1 ? 'string' : 'R')

/** The type of a value that is compared. A key of an option that is not known is a number or a word. */
function literalType({ name, options }: ValueType): string {
  if (options) return options.by === 'name' ? 'string' : 'string | number'
  return scalars[name]
}

/** A bare value; objects of sub-fields are accepted too, which the client derives from the sub-fields. */
function writtenType(element: Part, options: string | null): string {
  if (options !== null) return options
  const operand = operandOfPart(element)
  if (operand) return operand.type.name === 'integer' ? 'string | number' : scalars[operand.type.name]
  return element.shape === 'jsonList' || element.shape === 'jsonMember' ? 'unknown' : 'string | number'
}
