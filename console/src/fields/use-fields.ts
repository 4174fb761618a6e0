// Gives a component the fields of an entity.
import { useMemo } from 'react'
import { type EntityModel, useEntity } from '../api/model.ts'
import { useTexts } from '../texts/index.tsx'
import { describeFields } from './describe.ts'
import type { Field } from './field.ts'

export interface EntityFields {
  readonly model: EntityModel
  readonly all: readonly Field[]
  readonly of: (path: string) => Field | undefined
}

/** The fields of an entity; `data` is undefined until Schema has been read. */
export function useFields(entity: string) {
  const query = useEntity(entity)
  const { labels } = useTexts()
  const { data: model } = query
  const data = useMemo((): EntityFields | undefined => {
    if (!model) return undefined
    const all = describeFields(model, labels)
    const byPath = new Map(all.map(field => [field.path, field]))
    return { model, all, of: path => byPath.get(path) }
  }, [model, labels])
  return { ...query, data }
}
