// Finds records by their external keys, and assigns keys to records.
import { fold } from '../../base/text/fold.ts'
import type { RecordRow } from '../../entities/entity.ts'
import { type ExternalKey, externalKeyName, externalKeyTable, heldBy } from '../../fields/kinds/external-keys.ts'
import type { RowStore } from '../rows/row-store.ts'
import { type Draft, listKey } from './draft.ts'

const { name: table } = externalKeyTable

/** The identifiers of the records that hold these keys, by name of the key, including records in the recycle bin. */
export async function holdersOf(
  rows: RowStore,
  entity: string,
  keys: readonly ExternalKey[],
): Promise<ReadonlyMap<string, string>> {
  const found = await rows.select(table, {
    ...heldBy(entity),
    source_f: [...new Set(keys.map(({ source }) => fold(source)))],
    key: [...new Set(keys.map(({ key }) => key))],
  })
  return new Map(found.map(row => [`${row.source_f}\n${row.key}`, row.owner as string]))
}

/** The live record that holds the key, whether or not the caller may read it; null when none does. */
export async function liveHolder(
  rows: RowStore,
  { name, table: entityTable }: { readonly name: string; readonly table: string },
  key: ExternalKey,
): Promise<string | null> {
  const owner = (await holdersOf(rows, name, [key])).get(externalKeyName(key))
  return owner !== undefined && (await rows.exists(entityTable, { id: owner, deleted: null })) ? owner : null
}

export async function keysHeldBy(rows: RowStore, entity: string, owner: string): Promise<ExternalKey[]> {
  const held = await rows.select(table, { ...heldBy(entity), owner }, { order: 'position' })
  return held.map(keyIn)
}

/** Refuses new keys that another live record holds. A record in the recycle bin loses the keys that are claimed here. */
export async function claimExternalKeys(draft: Draft, rows: RowStore): Promise<void> {
  const { name, entity } = draft.entity
  const change = draft.lists.get(listKey({ table, where: heldBy(name) }))
  if (!change) return
  const stored = new Set(change.stored.map(row => `${row.source_f}\n${row.key}`))
  const keys = change.rows.rows.map(keyIn)
  const claimed = keys.filter(key => !stored.has(externalKeyName(key)))
  if (claimed.length === 0) return
  const holders = await holdersOf(rows, name, claimed)
  if (holders.size === 0) return
  const owners = [...new Set(holders.values())]
  const live = new Set(await rows.values(entity.table, 'id', { id: owners, deleted: null }))
  for (const key of claimed) {
    const owner = holders.get(externalKeyName(key))
    if (owner === undefined || owner === draft.id) continue
    if (live.has(owner)) {
      const path = draft.members.fields.get('ExternalKeys')?.path ?? `${draft.path}.ExternalKeys`
      const message = `${path}: the key ${key.key} of ${key.source} belongs to another ${name}.`
      draft.problems.add('AlreadyExists', path, message)
    } else {
      const where = { kind: name, source_f: fold(key.source), key: key.key, lost: '' }
      await rows.update(table, { lost: owner }, where)
    }
  }
}

/** Removes and returns the keys that these records have lost to others while they were in the recycle bin. */
export async function takeLostKeys(
  rows: RowStore,
  entity: string,
  ids: readonly string[],
): Promise<(ExternalKey & { owner: string })[]> {
  const lost = await rows.select(table, { kind: entity, lost: ids })
  if (lost.length > 0) await rows.remove(table, { kind: entity, lost: ids })
  return lost.map(row => ({ ...keyIn(row), owner: row.owner as string }))
}

const keyIn = (row: Readonly<RecordRow>): ExternalKey => ({ source: row.source as string, key: row.key as string })
