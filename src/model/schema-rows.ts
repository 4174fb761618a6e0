// Derives the rows of Schema from a model: one for every entity, every field, and every sub-field that has its own meaning.
import { nextTurnIfLong } from '../base/scheduling/loop-turn.ts'
import type { OptionSource } from '../fields/option-source.ts'
import type { Part } from '../fields/part.ts'
import { areaOf, asOrdered, asSearched, elementOf, operandOfPart, ownOptions, subParts } from '../fields/part-access.ts'
import type { ValueType } from '../fields/value-type.ts'
import type { Model, ModelEntity, ModelField } from './model.ts'
import { type Udf, udfAliases } from './udf.ts'

export interface SchemaRow {
  /** Sorts the rows in the order of the model. It does not change when other fields are defined or deleted. */
  readonly position: string
  readonly entity: string
  /** From the entity on: `CompanyName`, `Address/City`, `Udf/$TYPEID(7)`; empty for the entity itself. */
  readonly path: string
  /** Further spellings of the path; a user-defined field's begin with the path itself. */
  readonly aliases: readonly string[]
  readonly type: string
  readonly name: string
  readonly displayValue: string
  readonly description: string
  readonly appliesTo: readonly string[]
  readonly sortable: boolean
  readonly nullable: boolean
  readonly assignable: boolean
  /** The operators that criteria on it can use. */
  readonly queryable: readonly string[]
  /** True, false, or the rule that decides. */
  readonly mandatory: boolean | { readonly Rule: unknown }
  readonly attributes: Readonly<Record<string, unknown>>
  readonly source: OptionSource | null
  readonly inactive: boolean
  readonly udf: Udf | null
}

type UnpositionedRow = Omit<SchemaRow, 'position'>

const known = new WeakMap<Model, readonly SchemaRow[]>()

export const schemaRows = (model: Model): readonly SchemaRow[] =>
  known.getOrInsertComputed(model, () =>
    [...model.entities, model.schema].flatMap((entity, place) => [
      { ...entityRow(entity), position: positionOf(place, 0, 0, 0) },
      ...entity.all.flatMap((field, i) => rowsOfField(entity, field, place, i + 1)),
    ]),
  )

/** Makes the rows of a model's fields in many turns of the event loop, so that the first request for them does not hold up others. */
export async function prepareSchemaRows(model: Model): Promise<void> {
  for (const [place, entity] of [...model.entities, model.schema].entries()) {
    for (const [i, field] of entity.all.entries()) {
      rowsOfField(entity, field, place, i + 1)
      await nextTurnIfLong()
    }
  }
}

/** A built-in field is the same in all models, at the same position, and so are its rows, except for their AppliesTo in custom entities. */
const knownFields = new WeakMap<ModelField, readonly SchemaRow[]>()

const rowsOfField = (entity: ModelEntity, field: ModelField, place: number, at: number): readonly SchemaRow[] =>
  entity.entity.typedBy === undefined
    ? knownFields.getOrInsertComputed(field, () => positionedRows(entity, field, place, at))
    : positionedRows(entity, field, place, at)

const positionedRows = (entity: ModelEntity, field: ModelField, place: number, at: number): readonly SchemaRow[] =>
  fieldRows(entity, field).map((row, i) => ({
    ...row,
    position: positionOf(place, field.udf?.typeId ?? 0, at, i),
  }))

/** User-defined fields come after the others, in the order of their numbers. */
const positionOf = (entity: number, typeId: number, field: number, part: number): string =>
  [entity, typeId, typeId === 0 ? field : 0, part].map(n => String(n).padStart(10, '0')).join('.')

/** `CompanyName` -> `Company Name`, as a label. */
const labelOf = (name: string): string =>
  name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')

/** Administrators add custom entities, so what all have applies to their common name too. */
const typesOf = ({ types, name, entity }: ModelEntity): readonly string[] =>
  entity.types ?? (entity.typedBy === undefined ? [name] : [name, ...types])

const writes = (entity: ModelEntity): boolean =>
  entity.entity.operations.some(operation => operation === 'Create' || operation === 'Update')

function entityRow(entity: ModelEntity): UnpositionedRow {
  const { name, doc, aliases = [], operations, searchWords, knownBy } = entity.entity
  return {
    entity: name,
    path: '',
    aliases,
    type: 'Entity',
    name,
    displayValue: labelOf(name),
    description: doc,
    appliesTo: typesOf(entity),
    sortable: false,
    nullable: false,
    assignable: writes(entity),
    queryable: searchWords ? ['$PHRASE'] : [],
    mandatory: false,
    attributes: { Operations: operations, ...(knownBy ? { KnownBy: knownBy } : {}) },
    source: null,
    inactive: false,
    udf: null,
  }
}

function fieldRows(entity: ModelEntity, field: ModelField): UnpositionedRow[] {
  const { traits, schema, parse, optionSource, columns } = field.field
  const part = field.part(entity.root)
  const { udf } = field
  const own = columns(field.column).find(column => column.name === field.column)
  const readOnly = parse === undefined || traits.readOnly === true
  const row: UnpositionedRow = {
    entity: entity.name,
    path: field.name,
    aliases: udf ? udfAliases(udf) : (traits.aliases ?? []),
    type: udf?.type ?? schema.type,
    name: udf?.name ?? field.name,
    displayValue: udf?.name ?? labelOf(field.name),
    description: udf?.description ?? traits.doc,
    appliesTo: traits.appliesTo ?? typesOf(entity),
    sortable: operandOfPart(asOrdered(part)) !== undefined,
    nullable: traits.required === undefined && own?.nullable !== false && field.name !== 'Key',
    assignable: !readOnly && writes(entity),
    queryable: operatorsOf(part),
    mandatory: mandatoryOf(field),
    attributes: attributesOf(field),
    source: optionSource ?? null,
    inactive: udf?.inactive ?? false,
    udf,
  }
  return [row, ...subRows(row, part)]
}

function mandatoryOf({ field, udf }: ModelField): SchemaRow['mandatory'] {
  if (!udf) return field.traits.required !== undefined && field.traits.required !== false
  if (udf.alwaysMandatory) return true
  return udf.mandatoryRule === null ? false : { Rule: udf.mandatoryRule }
}

function attributesOf({ field, udf }: ModelField): Record<string, unknown> {
  const { required, fixed, driver, appliesTo } = field.traits
  const some = Array.isArray(required) && required.length !== appliesTo?.length
  return {
    ...field.schema.attributes,
    ...udf?.attributes,
    ...(some ? { MandatoryFor: required } : {}),
    ...(fixed ? { CreateOnly: true } : {}),
    ...(driver === undefined ? {} : { Driver: driver }),
  }
}

function operatorsOf(part: Part): readonly string[] {
  if (areaOf(part)) return ['$INBOUND']
  const searched = asSearched(part)
  const operators = operandOfPart(elementOf(searched))?.type.operators ?? []
  return searched.shape === 'list' ? withAll(operators) : operators
}

/** Adds $ALL, which fields with several values have. */
const withAll = (operators: readonly string[]): readonly string[] =>
  operators.length === 0 ? [] : [...new Set([...operators, '$ALL'])]

/** Sub-fields that are only other forms of their field, such as its text. Every field of the kind has them. */
const faces = new Set([
  'value',
  'displayvalue',
  'displayname',
  'name',
  'key',
  'id',
  'uid',
  'entitytype',
  'icon',
  'bidirectional',
  'external',
  'group',
  'inactive',
  'sortvalue',
  'corporatevalue',
  'code',
])

function subRows(parent: UnpositionedRow, part: Part): UnpositionedRow[] {
  const whole = elementOf(part)
  return [...subParts(whole).values()].flatMap(sub => {
    const name = sub.name.toLowerCase()
    const isFace = faces.has(name) || (name === 'number' && operandOfPart(whole)?.type.name === 'key')
    const meant = sub.shape === 'jsonMember' || !isFace
    if (!meant && !(whole.shape === 'record' && sub.name === 'Key')) return []
    const row = subRow(parent, sub, part.shape === 'list')
    return sub.shape === 'record' ? [row] : [row, ...subRows(row, sub)]
  })
}

const typeNames: Readonly<Record<ValueType['name'], string>> = {
  text: 'StringField',
  key: 'KeyField',
  integer: 'IntegerField',
  number: 'NumericField',
  money: 'CurrencyField',
  date: 'DateTimeField',
  datetime: 'DateTimeField',
  flag: 'BooleanField',
}

const subType = (part: Part): string => {
  if (part.shape === 'list') return 'ListField'
  if (part.shape === 'jsonMember') return 'JsonField'
  const operand = operandOfPart(part)
  if (operand) return typeNames[operand.type.name]
  return subParts(part).size > 0 ? 'ObjectField' : 'StringField'
}

/** A value without an operand and without sub-fields is only shown, and cannot be written. */
const isOnlyShown = (part: Part): boolean =>
  part.shape === 'value' && part.operand === undefined && part.parts.size === 0

const subRow = (parent: UnpositionedRow, part: Part, inList: boolean): UnpositionedRow => ({
  ...parent,
  path: `${parent.path}/${part.name}`,
  aliases: parent.aliases.map(alias => `${alias}/${part.name}`),
  type: subType(part),
  name: part.name,
  displayValue: labelOf(part.name),
  description: part.doc ?? (part.name === 'Key' ? 'The key of the record.' : ''),
  sortable: operandOfPart(part) !== undefined && !inList,
  nullable: true,
  assignable: parent.assignable && !isOnlyShown(part),
  queryable: inList ? withAll(operatorsOf(part)) : operatorsOf(part),
  mandatory: false,
  attributes: {},
  source: ownOptions(part) ?? (part.name === 'Key' ? parent.source : null),
  udf: null,
})
