// What the caller may do with the record: read it alone, or write it too.
import type { Field, Traits } from '../field.ts'
import { outputOf } from '../output.ts'
import { partsOf } from '../part.ts'

export const secStatus = (spec: Traits): Field => ({
  kind: 'secStatus',
  traits: { ...spec, readOnly: true },
  schema: { type: 'StringField' },
  columns: () => [],
  part: ({ name, join }) => {
    const source = { join, column: 'id', writable: true }
    const output = outputOf(source, value => (value === 0 ? '"ReadOnly"' : '"ReadWrite"'))
    const flag = outputOf(source, value => (value === 0 ? 'false' : 'true'))
    return {
      name,
      output,
      parts: partsOf(
        { name: 'Value', output },
        { name: 'DisplayValue', output },
        { name: 'Read', output: outputOf(source, () => 'true') },
        { name: 'Write', output: flag },
      ),
    }
  },
})
