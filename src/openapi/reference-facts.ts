// Gathers the facts that the pages below /reference show, from the built-in model and the registries of errors.
import { entityFacts } from '../contracts/entity-facts.ts'
import { remarks, writing } from '../contracts/field-facts.ts'
import { Model } from '../model/model.ts'
import { schemaRows } from '../model/schema-rows.ts'
import { oauthErrors } from '../oauth/errors.ts'
import type { EntityReference, ReferenceFacts } from '../pages/reference/reference.ts'

/** `document` is the OpenAPI document of the built-in model. */
export function referenceFacts(document: string, apiPrefix: string): ReferenceFacts {
  const model = new Model([])
  const rows = Map.groupBy(schemaRows(model), row => row.entity)
  const entities = [...model.entities, model.schema].map(({ name, entity }): [string, EntityReference] => {
    const fields = (rows.get(name) ?? []).filter(({ path }) => path !== '')
    return [
      name,
      {
        facts: entityFacts(entity),
        fields: fields.map(row => ({
          path: row.path,
          type: row.type,
          description: row.description,
          writing: writing(row, entity),
          operators: row.queryable,
          remarks: remarks(row, entity),
        })),
      },
    ]
  })
  return { document, apiPrefix, entities: new Map(entities), oauthErrors: Object.values(oauthErrors) }
}
