// Defines the kind for the folder of a record: a key of Folder, or the key of the root, which has no record.
import { sql } from 'kysely'
import { column } from '../../../storage/table.ts'
import type { Field, Traits } from '../../field.ts'
import type { Output } from '../../part.ts'
import { valuePart } from '../../part.ts'
import { encodeKey } from '../../record-key.ts'
import { keyType } from '../../types.ts'
import { readKey } from '../reference.ts'

const rootId = '0'

/** The root is stored as null. `roots` are the kinds of its key; a Read returns the first. */
export function folderKey(spec: Traits & { roots: readonly [string, ...string[]] }): Field {
  const { roots, ...traits } = spec
  const kinds = ['Folder', ...roots]
  return {
    traits,
    schema: { type: 'KeyField', attributes: { RefersTo: 'Folder' } },
    columns: c => [column(c, 'text')],
    keys: c => [{ column: c, entity: 'Folder' }],
    part: ({ name, join, column: c }) => {
      const source = { join, column: c }
      const output: Output = {
        sources: [source],
        json: (row, at) => {
          const id = row[at[0] as number]
          return `"${id === null ? encodeKey(roots[0], rootId) : encodeKey('Folder', String(id))}"`
        },
      }
      const operand = {
        type: keyType(kinds),
        sources: [source],
        sql: ([id]: readonly unknown[]) => sql`coalesce(${id}, ${sql.lit(rootId)})`,
      }
      return valuePart(name, { output, operand }, valuePart('Value', { output, operand }))
    },
    parse: (value, c, _list, context) => {
      const key = readKey(value, kinds, context)
      if (key === undefined) return null
      if (key === null || key.kind !== 'Folder') return { columns: { [c]: null } }
      return { columns: { [c]: key.id }, references: [{ entity: 'Folder', id: key.id, path: context.path }] }
    },
  }
}
