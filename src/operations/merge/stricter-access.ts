// Computes the stricter of the access lists of merged records.
import type { RecordRow } from '../../entities/entity.ts'
import { accessTable } from '../../fields/kinds/sec-access.ts'
import { encodeKey, plainKey } from '../../fields/record-key.ts'
import { type Draft, listKey } from '../record/draft.ts'
import type { RowStore } from '../rows/row-store.ts'

const modes = { Read: 1, Write: 2 } as const

/**
 * Each list of the survivor becomes the part that both lists have; a list that admits everyone is the other one. If two
 * lists share no principal, the caller remains, who may write both records. Returns the new lists, or null without a change.
 */
export async function restrictAccess(
  draft: Draft,
  from: string,
  caller: { readonly uid: string },
  rows: RowStore,
): Promise<Readonly<Record<string, readonly string[]>> | null> {
  const { entity, row, id } = draft
  if (!entity.entity.access?.some(({ rule }) => rule === 'secAccess')) return null
  const table = accessTable(entity.entity.table)
  const changed: Record<string, readonly string[]> = {}
  for (const [name, mode] of Object.entries(modes)) {
    const theirs = await principals(rows, table, from, mode)
    if (theirs.length === 0) continue
    const key = listKey({ table, where: { mode } })
    const known = draft.lists.get(key)
    const stored: RecordRow[] = [
      ...(known?.stored ?? (await rows.select(table, { owner: id, mode }, { order: 'position' }))),
    ]
    const mine = (known?.rows.rows ?? stored).map(each => each.principal as string)
    const shared = mine.length === 0 ? theirs : mine.filter(principal => theirs.includes(principal))
    const strict = shared.length === 0 ? [plainKey('User', caller.uid)] : shared
    if (strict.length === mine.length) continue
    const list = strict.map((principal, position) => ({ mode, position, principal }))
    draft.lists.set(key, { rows: { table, owner: 'owner', where: { mode }, rows: list }, stored })
    row[`sec_access_${name.toLowerCase()}`] = 1
    changed[name] = strict.map(principal => encodeKey(...(principal.split('\t') as [string, string])))
  }
  return Object.keys(changed).length === 0 ? null : changed
}

const principals = async (rows: RowStore, table: string, owner: string, mode: number): Promise<string[]> =>
  (await rows.select(table, { owner, mode }, { order: 'position' })).map(row => row.principal as string)
