// Gives a component the fields of an entity.
import { useEntity } from '../api/model.ts'
import { useTexts } from '../texts/index.tsx'
import { fieldsIn } from './entity-fields.ts'

/** The fields of an entity; `data` is undefined until Schema has been read. */
export function useFields(entity: string) {
  const query = useEntity(entity)
  const texts = useTexts()
  return { ...query, data: query.data && fieldsIn(query.data, texts) }
}
