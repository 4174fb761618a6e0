// Gives a component the fields of an entity.
import { type EntityModel, useEntity } from '../api/model.ts'
import { useTexts } from '../texts/index.tsx'
import type { Texts } from '../texts/types.ts'
import { describeFields } from './describe.ts'
import type { Field } from './field.ts'

export interface EntityFields {
  readonly model: EntityModel
  readonly all: readonly Field[]
  readonly of: (path: string) => Field | undefined
}

const described = new WeakMap<EntityModel, { readonly labels: Texts['labels']; readonly fields: EntityFields }>()

/** The same object for the same model and language: each screen of an entity asks anew. */
function fieldsIn(model: EntityModel, labels: Texts['labels']): EntityFields {
  const known = described.get(model)
  if (known?.labels === labels) return known.fields
  const all = describeFields(model, labels)
  const byPath = new Map(all.map(field => [field.path, field]))
  const fields = { model, all, of: (path: string) => byPath.get(path) }
  described.set(model, { labels, fields })
  return fields
}

/** The fields of an entity; `data` is undefined until Schema has been read. */
export function useFields(entity: string) {
  const query = useEntity(entity)
  const { labels } = useTexts()
  return { ...query, data: query.data && fieldsIn(query.data, labels) }
}
