// Reads the model of an entity; it is cached while the model's digest is the same.
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Api } from './client.ts'
import type { ReadAnswer } from './envelope.ts'
import { type EntityModel, modelOf, type SchemaRow, schemaRequest } from './schema.ts'
import type { Session } from './session.ts'
import { useWorkspace } from './workspace.tsx'

/** The options of a query for the fields of an entity, for use outside a component. */
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
