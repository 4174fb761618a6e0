// Reads what the columns of a list come to.
import { useMemo } from 'react'
import { rowsOf } from '../../api/envelope.ts'
import { useRead } from '../../api/use-read.ts'
import { aggregateOf, summaryMembers } from '../../table/summaries.ts'
import { useTexts } from '../../texts/index.tsx'
import type { ListModel } from './use-list.ts'

/** The texts of the summaries by the path of their columns; null for a list without any, or that is grouped. */
export function useSummaries({ request, params: { sums, group } }: ListModel): ReadonlyMap<string, string> | null {
  const { list: t } = useTexts()
  const isShown = sums.length > 0 && group === ''
  const members = isShown ? summaryMembers(request.entity, request.criteria, sums) : null
  const { data } = useRead(members, { title: t.groups.totals, keep: true })
  return useMemo(() => {
    if (!isShown) return null
    const [row] = rowsOf(data, `${request.entity}.total`)
    return new Map(sums.map(one => [one.path, row ? String(row[aggregateOf(one)] ?? '–') : '…']))
  }, [isShown, data, sums, request])
}
