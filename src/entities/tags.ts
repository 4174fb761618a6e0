// Declares the tags of a record.
import { records } from '../fields/kinds/records.ts'

export const tagsField = records({
  doc: 'Its tags. With `Options.Append` an Update adds the keys, with `Options.Remove` it takes them away.',
  to: 'Tag',
  live: true,
})
