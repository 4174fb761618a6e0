// Gives a component the fields of an entity.
import { useMemo } from 'react'
import { useEntity } from '../api/model.ts'
import { ownerOf } from '../api/owners.ts'
import { useTexts } from '../texts/index.tsx'
import { fieldsIn } from './entity-fields.ts'
import { withOwner } from './owners.ts'

/** The fields of an entity; `data` is undefined until Schema has been read. */
export function useFields(entity: string) {
  const query = useEntity(entity)
  const texts = useTexts()
  return { ...query, data: query.data && fieldsIn(query.data, texts) }
}

/** The fields that a list of an entity can show and ask for: its own, and those of the record that each record belongs to. */
export function useListFields(entity: string) {
  const owner = ownerOf(entity)
  const own = useFields(entity)
  const others = useFields(owner?.entity ?? entity)
  const [fields, ownerFields] = [own.data, others.data]
  const data = useMemo(() => {
    if (!owner || !fields) return fields
    return ownerFields && withOwner(fields, owner, ownerFields)
  }, [owner, fields, ownerFields])
  return { data, error: own.error ?? others.error, refetch: () => Promise.all([own.refetch(), others.refetch()]) }
}
