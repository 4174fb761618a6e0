// Gives the editor what the database knows of entities, fields and options.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Body } from '../api/envelope.ts'
import { entityQuery } from '../api/model.ts'
import type { EntityModel } from '../api/schema.ts'
import { useRead } from '../api/use-read.ts'
import { useWorkspace } from '../api/workspace.tsx'
import type { Knowledge } from './completion.ts'

export interface EntityRow {
  readonly name: string
  readonly description: string
  readonly operations: readonly string[]
}

const entitiesRequest: Body = {
  Schema: {
    Scope: { Fields: { Key: 1, Description: 1, Attributes: 1 } },
    Criteria: { SearchQuery: { Type: { $EQ: 'Entity' } } },
  },
  Compatibility: { SchemaObject: '1.0' },
}

interface SchemaAnswer {
  readonly Schema: {
    readonly Data: readonly {
      readonly Key: string
      readonly Description: string | null
      readonly Attributes: { readonly Operations?: readonly string[] }
    }[]
  }
}

const none: readonly EntityRow[] = []

/** All entities of the database, by name. */
export function useEntities(): readonly EntityRow[] {
  const { data } = useRead<SchemaAnswer>(entitiesRequest, { title: null, staleTime: Number.POSITIVE_INFINITY })
  return useMemo(() => {
    const rows = data?.Schema.Data.map(({ Key, Description, Attributes }) => ({
      name: Key.slice(1),
      description: Description ?? '',
      operations: Attributes.Operations ?? [],
    }))
    return rows?.sort((a, b) => a.name.localeCompare(b.name)) ?? none
  }, [data])
}

export function useKnowledge(operation: string, entities: readonly EntityRow[]): Knowledge {
  const { api, session, queries } = useWorkspace()
  return useMemo(() => {
    const model = (entity: string): Promise<EntityModel | null> =>
      entities.some(({ name }) => name === entity)
        ? queries.fetchQuery(entityQuery(api, session, entity)).catch(() => null)
        : Promise.resolve(null)
    const options = (entity: string, path: string) =>
      queries.fetchQuery({
        queryKey: ['FieldOptions', entity, path],
        queryFn: async () => {
          const body = { [entity]: { FieldOptions: { [path]: [{ Key: 1, DisplayValue: 1 }] } } }
          const answer = await api.call<Record<string, { FieldOptions: Record<string, Option[]> }>>('Read', body)
          const items = answer[entity]?.FieldOptions[path] ?? []
          return items.map(({ Key, DisplayValue }) => ({ key: Key, label: DisplayValue }))
        },
        staleTime: 60_000,
      })
    return { operation, entities, model, options }
  }, [api, session, queries, operation, entities])
}

interface Option {
  readonly Key: unknown
  readonly DisplayValue: string
}

/** The fields of an entity that may not be chosen yet. */
export function useModel(entity: string | null): EntityModel | null {
  const { api, session } = useWorkspace()
  const { data } = useQuery({ ...entityQuery(api, session, entity ?? ''), enabled: entity !== null })
  return data ?? null
}
