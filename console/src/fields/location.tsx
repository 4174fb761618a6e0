// Shows a point on the globe. It follows from the address; the map screen searches by it.
import type { Kind } from './field.ts'
import { valueKinds } from './value-kinds.ts'

export const location: Kind = {
  ...valueKinds.location,
}
