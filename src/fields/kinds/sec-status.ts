// Defines the kind for the caller's access to a record: ReadOnly or ReadWrite.
import type { Field, Traits } from '../field.ts'
import { outputOf } from '../output.ts'
import { valuePart } from '../part.ts'

/** `operations` are those of the entity; a record that no caller can change is ReadOnly. */
export function secStatus(spec: Traits & { operations: readonly string[] }): Field {
  const { operations, ...traits } = spec
  const [updates, deletes] = [operations.includes('Update'), operations.includes('Delete')]
  return {
    traits: { ...traits, readOnly: true, computed: true },
    schema: { type: 'StringField' },
    columns: () => [],
    part: ({ name, join }) => {
      const source = { join, column: 'id', writable: true }
      const may = (possible: boolean) => (value: unknown) => String(possible && value !== 0)
      const written = may(updates || deletes)
      const output = outputOf(source, value => (written(value) === 'true' ? '"ReadWrite"' : '"ReadOnly"'))
      return valuePart(
        name,
        { output },
        valuePart('Value', { output }),
        valuePart('DisplayValue', { output }),
        valuePart('Read', { output: outputOf(source, () => 'true'), doc: 'True: the caller reads the record.' }),
        valuePart('Write', { output: outputOf(source, written), doc: 'Whether the caller may write the record.' }),
        valuePart('CanUpdate', { output: outputOf(source, may(updates)), doc: 'Whether the caller may update it.' }),
        valuePart('CanDelete', { output: outputOf(source, may(deletes)), doc: 'Whether the caller may delete it.' }),
      )
    },
  }
}
