// Makes the fields that screens work with from those of Schema: a reference and its key are one field.
import type { EntityModel, Field as SchemaField } from '../api/schema.ts'
import type { Field, KindName } from './field.ts'

/** `EnumField<StringItem>` -> `EnumField`. */
const baseType = (type: string): string => type.replace(/<.*>$/, '')

/** Elements of lists that are no records. */
const notEntities = new Set(['Object', 'String', 'Key', 'ExternalKey'])

/** The entities of a reference: Attributes.RefersTo, or the element of a list. */
function targetsOf({ attributes, type }: SchemaField): readonly string[] {
  const named = attributes.RefersTo
  if (typeof named === 'string') return [named]
  if (Array.isArray(named)) return named.map(String)
  const element = /^ListField<(\w+)>$/.exec(type)?.[1]
  return element === undefined || notEntities.has(element) ? [] : [element]
}

const isUserDefined = (path: string): boolean => path.startsWith('Udf/')

/** What the type of Schema means here, with the rest of the row where the type alone does not decide. */
const kinds: Readonly<Record<string, (field: SchemaField) => KindName>> = {
  StringField: field => {
    if (field.isAssignable && field.operators.length === 0) return 'secret'
    return field.hasOptions ? 'suggested' : 'text'
  },
  EnumField: ({ attributes }) => {
    if (attributes.MultiSelect === true) return 'options'
    return attributes.MaxLength === undefined ? 'option' : 'suggested'
  },
  DateTimeField: ({ attributes }) => (attributes.Date === true && attributes.Time !== true ? 'date' : 'dateTime'),
  IntegerField: () => 'number',
  NumericField: () => 'number',
  CurrencyField: () => 'money',
  BooleanField: () => 'flag',
  UserField: () => 'user',
  PhoneField: () => 'phone',
  EmailField: () => 'email',
  AddressField: () => 'address',
  SecAccessField: () => 'access',
  LocationField: () => 'location',
  KeyField: () => 'key',
  ObjectField: field => (targetsOf(field).length > 0 ? 'reference' : 'json'),
  ListField: field => {
    if (field.type === 'ListField<Tag>') return 'tags'
    return targetsOf(field).length > 0 && field.type !== 'ListField<Key>' ? 'references' : 'json'
  },
}

const kindOfType = (field: SchemaField): KindName => kinds[baseType(field.type)]?.(field) ?? 'json'
const isMoment = (field: SchemaField): boolean => kindOfType(field) === 'dateTime'

/** Moments of which only the day is meant. */
const days = new Set([
  ...['Opportunity/CloseDate', 'Opportunity/StartDate', 'Campaign/StartDate', 'Campaign/EndDate'],
  'Case/FollowUpDate',
])

function kindIn(entity: string, field: SchemaField): KindName {
  const id = `${entity}/${field.path}`
  if (id === 'Tag/Color') return 'color'
  if (id === 'Task/Recurrence') return 'recurrence'
  return days.has(id) && isMoment(field) ? 'day' : kindOfType(field)
}

/** What people read of fields, in the language of the console; the labels and descriptions of the server are English. */
export interface FieldTexts {
  /** By the name of the field. */
  readonly labels: Readonly<Record<string, string>>
  /** By entity and field: what helps to fill it in. */
  readonly hints: Readonly<Record<string, string>>
}

/** The descriptions of Schema are for programs; those of user-defined fields were written for people. */
const hintOf = (entity: string, { path, description }: SchemaField, { hints }: FieldTexts): string =>
  isUserDefined(path) ? (description ?? '') : (hints[`${entity}/${path}`] ?? '')

const labelOf = ({ path, name, label }: SchemaField, { labels }: FieldTexts): string =>
  (isUserDefined(path) ? undefined : labels[name]) ?? label

/** What is written of an element of a list besides its key. */
const elementMembersOf = ({ path, type }: SchemaField, all: readonly SchemaField[]): readonly string[] =>
  baseType(type) === 'ListField'
    ? all
        .filter(part => part.isAssignable && part.name !== 'Key' && part.path === `${path}/${part.name}`)
        .map(({ name }) => name)
    : []

function describe(entity: string, field: SchemaField, texts: FieldTexts, whole?: SchemaField): Field {
  const { attributes, path } = field
  const createOnly = attributes.CreateOnly === true
  return {
    entity,
    path,
    label: labelOf(field, texts),
    group: whole ? labelOf(whole, texts) : null,
    description: hintOf(entity, field, texts),
    kind: kindIn(entity, field),
    sortable: field.isSortable,
    writable: field.isAssignable && !createOnly,
    createOnly: field.isAssignable && createOnly,
    nullable: field.isNullable,
    mandatory: field.isMandatory,
    mandatoryFor: Array.isArray(attributes.MandatoryFor) ? attributes.MandatoryFor.map(String) : [],
    appliesTo: field.appliesTo,
    queryable: field.operators,
    hasOptions: field.hasOptions,
    refersTo: targetsOf(field),
    elementMembers: [],
    writeAs: path,
    attributes,
    inactive: field.isInactive,
    userDefined: isUserDefined(path),
  }
}

/** Whether the parts of a field have a use of their own, as columns and in filters. */
const hasParts = (field: SchemaField): boolean =>
  field.type === 'AddressField' || (field.type === 'ObjectField' && targetsOf(field).length > 0)

const isPart = ({ name, type }: SchemaField): boolean =>
  name !== 'Default' && type !== 'KeyField' && type !== 'ObjectField'

/** The fields of an entity in the order of the server. */
export function describeFields({ name, fields, field: byPath }: EntityModel, texts: FieldTexts): readonly Field[] {
  return fields.flatMap(field => {
    const steps = isUserDefined(field.path) ? [field.path] : field.path.split('/')
    const whole = steps.length === 2 ? byPath(steps[0] as string) : undefined
    if (steps.length > 2 || (steps.length === 2 && !(whole && hasParts(whole) && isPart(field)))) return []
    const isKeyOfShown = field.path.endsWith('Key') && byPath(field.path.slice(0, -3))?.type === 'ObjectField'
    if (isKeyOfShown) return []
    const described = { ...describe(name, field, texts, whole), elementMembers: elementMembersOf(field, fields) }
    return asWritten(described, byPath(`${field.path}Key`))
  })
}

/** A record that is shown takes from the field of its key what concerns writing. */
function asWritten(field: Field, key: SchemaField | undefined): Field {
  if (field.kind !== 'reference' || field.writable || !key) return field
  const { writable, createOnly, nullable, mandatory, mandatoryFor, appliesTo, hasOptions, path } = describe(
    field.entity,
    key,
    { labels: {}, hints: {} },
  )
  return { ...field, writable, createOnly, nullable, mandatory, mandatoryFor, appliesTo, hasOptions, writeAs: path }
}
