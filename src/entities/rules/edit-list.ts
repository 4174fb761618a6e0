// Adds elements to a list or removes them, if the Options of an Update say so, instead of replacing the list.
import type { RuleContext } from './types.ts'

/** `Options.Append` adds the elements sent, or replaces those that exist; `Options.Remove` removes them. */
export async function editList(write: RuleContext, table: string): Promise<void> {
  const [append, remove] = [write.options.append === true, write.options.remove === true]
  const sent = write.list(table)
  if (!sent || write.creating || append === remove) return
  const stored = await write.listOf(table, sent.owner, write.id)
  const named = new Map(sent.rows.map(row => [row.item, row]))
  const columns = ({ db: _, [sent.owner]: __, ...row }: (typeof stored)[number]) => row
  const kept = stored
    .map(columns)
    .flatMap(row => (named.has(row.item ?? null) ? (remove ? [] : [named.get(row.item ?? null) ?? row]) : [row]))
  const had = new Set(stored.map(row => row.item))
  const added = remove ? [] : sent.rows.filter(row => !had.has(row.item ?? null))
  write.setList({ ...sent, rows: [...kept, ...added].map((row, position) => ({ ...row, position })) })
}
