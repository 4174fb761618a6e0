// Describes the fields of an entity, user-defined ones too, as Schema lists them.
import type { Body } from './envelope.ts'
import type { KnownBy } from './names.ts'

/** A field as Schema describes it. */
export interface Field {
  /** How requests name it: `CompanyName`, `Address/City`, `Udf/$TYPEID(7)`. */
  readonly path: string
  /** The type of Schema: `StringField`, `EnumField<StringItem>`, `ListField<User>`. */
  readonly type: string
  readonly name: string
  readonly label: string
  readonly description: string | null
  readonly appliesTo: readonly string[]
  readonly operators: readonly string[]
  readonly attributes: Readonly<Record<string, unknown>>
  readonly isSortable: boolean
  readonly isNullable: boolean
  readonly isAssignable: boolean
  readonly isReadOnly: boolean
  readonly isMandatory: boolean
  readonly hasOptions: boolean
  readonly isInactive: boolean
}

export interface EntityModel {
  readonly name: string
  readonly description: string | null
  readonly operations: readonly string[]
  readonly knownBy: KnownBy
  /** Whether `$PHRASE` finds its records. */
  readonly hasWords: boolean
  readonly fields: readonly Field[]
  readonly field: (path: string) => Field | undefined
}

export interface SchemaRow {
  readonly Key: string
  readonly Type: string
  readonly Name: string
  readonly DisplayValue: string
  readonly Description: string | null
  readonly AppliesTo: readonly string[]
  readonly Queryable: readonly string[]
  readonly Attributes: Readonly<Record<string, unknown>>
  readonly Sortable: boolean
  readonly Nullable: boolean
  readonly Assignable: boolean
  readonly ReadOnly: boolean
  readonly Mandatory: boolean | object
  readonly HasOption: boolean
  readonly Inactive: boolean
}

const members = [
  ...['Key', 'Type', 'Name', 'DisplayValue', 'Description', 'AppliesTo', 'Queryable', 'Attributes', 'Sortable'],
  ...['Nullable', 'Assignable', 'ReadOnly', 'Mandatory', 'HasOption', 'Inactive'],
]

/** The request for the fields of an entity. */
export const schemaRequest = (entity: string): Body => ({
  Schema: {
    Scope: { Fields: Object.fromEntries(members.map(member => [member, 1])) },
    Criteria: { SearchQuery: { Key: { $TREE: `/${entity}` } } },
  },
  Compatibility: { SchemaObject: '1.0' },
})

export function modelOf(name: string, rows: readonly SchemaRow[]): EntityModel {
  const own = rows.find(({ Key }) => Key === `/${name}`)
  const fields = rows.filter(row => row !== own).map(row => fieldOf(name, row))
  const byPath = new Map(fields.map(field => [field.path, field]))
  return {
    name,
    description: own?.Description ?? null,
    operations: (own?.Attributes.Operations as readonly string[] | undefined) ?? [],
    knownBy: (own?.Attributes.KnownBy as KnownBy | undefined) ?? ['Key'],
    hasWords: own?.Queryable.includes('$PHRASE') ?? false,
    fields,
    field: path => byPath.get(path),
  }
}

const fieldOf = (entity: string, row: SchemaRow): Field => ({
  path: row.Key.slice(entity.length + 2),
  type: row.Type,
  name: row.Name,
  label: row.DisplayValue,
  description: row.Description,
  appliesTo: row.AppliesTo,
  operators: row.Queryable,
  attributes: row.Attributes,
  isSortable: row.Sortable,
  isNullable: row.Nullable,
  isAssignable: row.Assignable,
  isReadOnly: row.ReadOnly,
  isMandatory: row.Mandatory === true,
  hasOptions: row.HasOption,
  isInactive: row.Inactive,
})
