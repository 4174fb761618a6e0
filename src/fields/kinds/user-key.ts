// A user given and read as a key alone.
import type { Field, Traits } from '../field.ts'
import { user } from './user.ts'

export const userKey = (spec: Traits): Field => ({
  ...user(spec),
  schema: { type: 'KeyField', attributes: { RefersTo: 'User' } },
})
