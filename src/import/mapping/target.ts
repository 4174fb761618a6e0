// Finds what a path of a mapping writes: the field, the kind of its value, or the record that a value refers to.
import type { Caller } from '../../accounts/caller.ts'
import { type Message, refuse } from '../../base/errors.ts'
import { fieldFacts, type PartFacts } from '../../contracts/part-facts.ts'
import type { OptionSource } from '../../fields/option-source.ts'
import type { Part, RecordPart } from '../../fields/part.ts'
import { subParts } from '../../fields/part-access.ts'
import type { Model, ModelEntity, ModelField } from '../../model/model.ts'
import { splitPath } from '../../model/resolve.ts'

type TargetKind =
  | 'text'
  | 'number'
  | 'date'
  | 'datetime'
  | 'flag'
  | 'option'
  | 'user'
  | 'any'
  /** The key of the record itself. */
  | 'key'
  /** A name of a person or a company, which is split into the fields of names. */
  | 'fullName'
  /** A field of another record, by which that one is found. */
  | 'reference'

export interface Target {
  /** The member of the record that is written. */
  readonly path: string
  readonly kind: TargetKind
  readonly isList: boolean
  readonly field: ModelField
  readonly options: OptionSource | null
  /** Of a reference: the entity of the record, and the field that is compared. */
  readonly entity?: string
  readonly by?: string
}

/** Members of an option by which it is named. */
const optionMembers = new Set(['displayvalue', 'value', 'name'])

/** The target of a path; refuses one that cannot be written. `where` names the column for the message. */
export function targetOf(
  model: Model,
  entity: ModelEntity,
  path: string,
  where: string,
  { admin }: Pick<Caller, 'admin'>,
): Target {
  const [first = '', ...rest] = splitPath(path)
  const field = entity.field(first)
  if (!field) return refuse('UnknownField', where, entity.unknownField(path))
  const simple = { path: [field.name, ...rest].join('/'), isList: false, field, options: null }
  if (field.name === 'Key' && rest.length === 0) return { ...simple, kind: 'key' }
  if (entity.name === 'AbEntry' && field.name === 'FullName') return { ...simple, kind: 'fullName' }
  const reference = referenceOf(model, entity, field, rest, where)
  if (reference) return reference
  const { readOnly, importable, writeOnly } = field.field.traits
  const isOpen = field.field.parse && (!readOnly || (importable && admin)) && !writeOnly
  if (!isOpen) return refuse('ReadOnlyField', where, `${path} cannot be written.`)
  const facts = leafOf(fieldFacts(entity, field), rest, path, where)
  return { ...simple, ...kindOf(field, facts, rest) }
}

/** `Parent/CompanyName`, `Parent/Opportunity/Objective`: the key of the record with that value is written to `ParentKey`. */
function referenceOf(
  model: Model,
  entity: ModelEntity,
  field: ModelField,
  rest: readonly string[],
  where: string,
): Target | null {
  const key = entity.field(`${field.name}Key`)
  if (!key?.field.parse) return null
  const part = field.part(entity.root)
  // A record of one of several entities has a sub-field for each of them.
  const named = part.shape === 'record' ? part : recordsOf(part).find(one => isSame(one.name, rest[0] ?? null))
  if (!named) return null
  return referenceTo(model.entity(named.entity), key, part === named ? rest : rest.slice(1), where)
}

function referenceTo(other: ModelEntity, key: ModelField, rest: readonly string[], where: string): Target | null {
  const [by] = rest
  if (by === undefined) return null
  const common = { path: key.name, isList: false, field: key, options: null }
  if (by.toLowerCase() === 'key') return { ...common, kind: 'text' }
  const compared = other.field(by)
  if (!compared || rest.length > 1) return refuse('UnknownField', where, other.unknownField(rest.join('/')))
  return { ...common, kind: 'reference', entity: other.name, by: compared.name }
}

const isSame = (name: string, given: string | null): boolean => name.toLowerCase() === given?.toLowerCase()

const recordsOf = (part: Part): RecordPart[] => [...subParts(part).values()].filter(sub => sub.shape === 'record')

/**
 * The key field of the record that a row belongs to, for `parentExternalKey`. `of` names the entity of that record, where
 * it is one of several.
 */
export function parentTarget(entity: ModelEntity, of: string | null, where: string): Target {
  for (const name of ['Parent', 'AbEntry']) {
    const key = entity.field(`${name}Key`)
    const names = [key?.field.schema.attributes?.RefersTo ?? []].flat() as string[]
    if (!key?.field.parse || names.length === 0) continue
    const found = of === null && names.length === 1 ? names[0] : names.find(one => isSame(one, of))
    if (found !== undefined)
      return { path: key.name, isList: false, field: key, options: null, kind: 'reference', entity: found }
    return refuse('InvalidValue', `${where}.of`, `${where}.of names the entity of the record: ${names.join(', ')}.`)
  }
  return refuse('InvalidValue', where, `${entity.name} has no parent.`)
}

function leafOf(facts: PartFacts, steps: readonly string[], path: string, where: string): PartFacts {
  let leaf = facts
  for (const step of steps) {
    const inner = leaf.parts.find(({ name }) => name.toLowerCase() === step.toLowerCase())
    const message: Message = suggest =>
      `There is no field ${path}.${suggest(
        step,
        leaf.parts.map(({ name }) => name),
      )}`
    if (!inner) return refuse('UnknownField', where, message)
    leaf = { ...inner, isList: leaf.isList || inner.isList }
  }
  return leaf
}

function kindOf(
  field: ModelField,
  facts: PartFacts,
  rest: readonly string[],
): Pick<Target, 'kind' | 'isList'> & Partial<Target> {
  const { optionSource: source } = field.field
  const { isList } = facts
  const isNamed = rest.length === 0 || (rest.length === 1 && optionMembers.has((rest[0] as string).toLowerCase()))
  if (source && isNamed) {
    if ('items' in source || ('list' in source && !source.free))
      return { kind: 'option', isList, options: source, path: field.name }
    if ('provider' in source && (source.provider === 'users' || source.provider === 'principals'))
      return { kind: 'user', isList, path: field.name }
  }
  const type = facts.compared?.type
  if (type === 'date' || type === 'datetime' || type === 'flag') return { kind: type, isList }
  if (type === 'integer' && facts.reads.includes('text')) return { kind: 'any', isList }
  if (type === 'integer' || type === 'number' || type === 'money') return { kind: 'number', isList }
  return { kind: type === 'text' || type === 'key' ? 'text' : 'any', isList }
}
