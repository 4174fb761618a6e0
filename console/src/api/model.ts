// Reads the fields of an entity, user-defined ones too, from Schema; they are kept while the model's digest is the same.
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Api } from './client.ts'
import type { Body, ReadAnswer } from './envelope.ts'
import type { KnownBy } from './names.ts'
import type { Session } from './session.ts'
import { useWorkspace } from './workspace.tsx'

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

interface SchemaRow {
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
const schemaRequest = (entity: string): Body => ({
  Schema: {
    Scope: { Fields: Object.fromEntries(members.map(member => [member, 1])) },
    Criteria: { SearchQuery: { Key: { $TREE: `/${entity}` } } },
  },
  Compatibility: { SchemaObject: '1.0' },
})

/** The options of a query for the fields of an entity, for those who need them outside a component. */
export const entityQuery = (api: Api, session: Session, entity: string) => ({
  queryKey: ['Schema', session.modelDigest, entity],
  queryFn: async () => {
    const { Schema } = await api.call<{ Schema: ReadAnswer }>('Read', schemaRequest(entity))
    return modelOf(entity, Schema.Data as unknown as readonly SchemaRow[])
  },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  meta: { entities: ['Schema'] },
})

/** The fields of an entity. */
export function useEntity(entity: string): UseQueryResult<EntityModel> {
  const { api, session } = useWorkspace()
  return useQuery(entityQuery(api, session, entity))
}

function modelOf(name: string, rows: readonly SchemaRow[]): EntityModel {
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
