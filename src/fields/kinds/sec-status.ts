// Defines the kind for the caller's access to a record: ReadOnly or ReadWrite.
import type { Field, Traits } from '../field.ts'
import { outputOf } from '../output.ts'
import { valuePart } from '../part.ts'

export const secStatus = (spec: Traits): Field => ({
  traits: { ...spec, readOnly: true, computed: true },
  schema: { type: 'StringField' },
  columns: () => [],
  part: ({ name, join }) => {
    const source = { join, column: 'id', writable: true }
    const output = outputOf(source, value => (value === 0 ? '"ReadOnly"' : '"ReadWrite"'))
    const flag = outputOf(source, value => (value === 0 ? 'false' : 'true'))
    return valuePart(
      name,
      { output },
      valuePart('Value', { output }),
      valuePart('DisplayValue', { output }),
      valuePart('Read', { output: outputOf(source, () => 'true'), doc: 'True: the caller reads the record.' }),
      valuePart('Write', { output: flag, doc: 'Whether the caller may write the record.' }),
    )
  },
})
