// Describes the fields of an entity once for each model and language.
import type { EntityModel } from '../api/schema.ts'
import { describeFields, type FieldTexts } from './describe.ts'
import type { Field } from './field.ts'

export interface EntityFields {
  readonly model: EntityModel
  readonly all: readonly Field[]
  readonly of: (path: string) => Field | undefined
}

const described = new WeakMap<EntityModel, { readonly texts: FieldTexts; readonly fields: EntityFields }>()

/** A reference and its key are one field: `TerritoryKey` is `Territory`. */
export const referenceOf = (path: string): string => (path.endsWith('Key') ? path.slice(0, -3) : path)

/** The same object for the same model and language, since each screen of an entity asks again. */
export function fieldsIn(model: EntityModel, texts: FieldTexts): EntityFields {
  const known = described.get(model)
  if (known?.texts.labels === texts.labels) return known.fields
  const all = describeFields(model, texts)
  const byPath = new Map(all.map(field => [field.path, field]))
  const fields = { model, all, of: (path: string) => byPath.get(path) ?? byPath.get(referenceOf(path)) }
  described.set(model, { texts, fields })
  return fields
}
