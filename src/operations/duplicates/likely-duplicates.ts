// Finds likely duplicates of a record that is about to be created, for Options.WarnDuplicates.
import { encodeKey } from '../../fields/record-key.ts'
import type { OperationContext } from '../context.ts'
import type { Draft } from '../record/draft.ts'
import { allowedIds } from '../rows/record-access.ts'
import type { RowStore } from '../rows/row-store.ts'
import { recordsWithKeys } from './match-search.ts'
import { leastScore, scoreOf } from './pair-scores.ts'

const mostLikely = 10

interface LikelyDuplicate {
  readonly Key: string
  readonly Score: number
  readonly Reasons: readonly string[]
}

/** The records that the new one may duplicate, of any Type, best first; those that the caller may not read are left out. */
export async function likelyDuplicates(
  { entity, row }: Draft,
  rows: RowStore,
  context: OperationContext,
): Promise<LikelyDuplicate[]> {
  const match = entity.entity.matchKeys?.(row)
  if (!match) return []
  const found = Map.groupBy(await recordsWithKeys(rows.tx, context, match.keys), ({ owner }) => owner)
  const ids = [...found.keys()]
  const { catalog, caller } = context
  const readable = await allowedIds(rows, catalog.model, caller, entity, ids, { mode: 'read', lock: 'share' })
  return [...found]
    .filter(([id]) => readable.has(id))
    .map(([id, keys]) => ({ id, ...scoreOf(new Set(keys.map(({ kind }) => kind)), match.name, keys[0]?.name ?? '') }))
    .filter(({ score }) => score >= leastScore)
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
    .slice(0, mostLikely)
    .map(({ id, score, reasons }) => ({ Key: encodeKey(entity.name, id), Score: score, Reasons: reasons }))
}
