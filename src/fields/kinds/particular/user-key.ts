// Defines the kind for a user that is written and read as a key.
import type { Field, Traits } from '../../field.ts'
import { user } from '../user.ts'

export const userKey = (spec: Traits): Field => ({
  ...user(spec),
  schema: { type: 'KeyField', attributes: { RefersTo: 'User' } },
})
