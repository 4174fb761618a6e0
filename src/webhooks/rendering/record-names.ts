// Names records for a Read: by their keys, or by the fields that name them where the Key is that of another record.
import { columnOf, type Entity } from '../../entities/entity.ts'
import type { OperationParts } from '../../envelope/run.ts'
import { encodeKey } from '../../fields/record-key.ts'
import { selectQuery } from '../../operations/rows/row-statements.ts'
import type { Row } from '../../storage/store.ts'

type RecordFields = Readonly<Record<string, unknown>>

export interface RecordNames {
  /** The fields that a Read must select, so that the records it gives can be told apart. */
  readonly fields: readonly string[]
  readonly condition: object
  /** How many records the condition finds at most. */
  readonly count: number
  /** The identifiers of a record that the Read gave. */
  idsOf(shown: RecordFields): readonly string[]
}

export async function namesOf(
  name: string,
  ids: readonly string[],
  deleted: boolean,
  db: number,
  { store, catalogs }: Pick<OperationParts, 'store' | 'catalogs'>,
): Promise<RecordNames> {
  const { entity } = (await catalogs.get(db)).model.entity(name)
  if (entity.knownBy) {
    const rows = await store.rows(selectQuery(store.dialect, entity.table, { db, id: ids }, {}))
    return namesByFields(
      entity,
      entity.knownBy,
      rows.filter(row => (row.deleted !== null) === deleted),
    )
  }
  const byKey = new Map(ids.map(id => [encodeKey(name, id), id]))
  const idsOf = ({ Key }: RecordFields) => [byKey.get(String(Key)) as string]
  return { fields: ['Key'], condition: { Key: { $IN: [...byKey.keys()] } }, count: ids.length, idsOf }
}

/** In the recycle bin several records can have the same names. */
function namesByFields({ fields }: Entity, knownBy: readonly string[], rows: readonly Row[]): RecordNames {
  const named = rows.map(row => {
    const keys = knownBy.map(name => [name, keyIn(row, fields[name], name)] as const)
    return { id: String(row.id), names: Object.fromEntries(keys) }
  })
  const textOf = (names: RecordFields): string => JSON.stringify(knownBy.map(name => names[name]))
  const ids = Map.groupBy(named, ({ names }) => textOf(names))
  return {
    fields: knownBy,
    condition: { $OR: named.map(({ names }) => names) },
    count: named.length,
    idsOf: shown => (ids.get(textOf(shown)) ?? []).map(({ id }) => id),
  }
}

function keyIn(row: Row, field: Entity['fields'][string] | undefined, name: string): string {
  const column = field ? columnOf(name, field) : ''
  const [place] = field?.keys?.(column, '') ?? []
  if (!place || !('entity' in place)) throw new Error(`${name} is no key of a record`)
  return encodeKey(place.entity, String(row[column]))
}
