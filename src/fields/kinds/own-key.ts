// Defines the kind for the key of the record itself.
import type { Field, Traits } from '../field.ts'
import { keyPart } from './reference.ts'

export const ownKey = (spec: Traits & { entity: string }): Field => ({
  traits: { ...spec, column: 'id' },
  schema: { type: 'KeyField' },
  columns: () => [],
  part: ({ name, join }) => keyPart(name, { join, column: 'id' }, spec.entity),
})
