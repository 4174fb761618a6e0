// Defines the kind for a list of keys of several entities: a side table of identifiers, each with its entity.
import { asList } from '../../base/text/json.ts'
import type { Scalar } from '../../storage/store.ts'
import { required } from '../../storage/table.ts'
import { at } from '../checks.ts'
import type { Field, ReferenceUse, Traits } from '../field.ts'
import { rootJoin, valuePart } from '../part.ts'
import { keyType } from '../types.ts'
import { itemTable } from './options.ts'
import { mixedKeyOutput, readKey } from './reference.ts'

export function mixedKeys(spec: Traits & { to: readonly string[] }): Field {
  const { to, ...traits } = spec
  const type = keyType(to)
  return {
    traits,
    schema: { type: 'ListField<Key>', attributes: { RefersTo: to } },
    columns: () => [],
    list: (table, owner) => itemTable(table, 'text', owner, [required('kind', 'text')]),
    // Identifiers are unique in a database, so the rows of one entity need no condition on the kind.
    keys: (_column, table) => to.map(entity => ({ table, column: 'item', entity })),
    part: ({ name, listTable: table }) => {
      const root = rootJoin(table)
      const id = { join: root, column: 'item' }
      const output = mixedKeyOutput({ join: root, column: 'kind' }, id)
      const key = { output, operand: { type, sources: [id] }, presence: [id] }
      return { shape: 'list', name, table, root, owner: 'owner', element: valuePart(name, key, valuePart('Key', key)) }
    },
    parse: (value, _c, table, context) => {
      const rows = new Map<string, Record<string, Scalar>>()
      const references: ReferenceUse[] = []
      let fine = true
      asList(value).forEach((element, i) => {
        const here = Array.isArray(value) ? at(context, `[${i}]`) : context
        const key = readKey(element, to, here)
        if (key === undefined) fine = false
        else if (key !== null && !rows.has(key.id)) {
          rows.set(key.id, { position: rows.size, item: key.id, kind: key.kind })
          references.push({ entity: key.kind, id: key.id, path: here.path })
        }
      })
      return fine ? { columns: {}, lists: [{ table, owner: 'owner', rows: [...rows.values()] }], references } : null
    },
  }
}
