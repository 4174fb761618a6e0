// Reads what people did page by page, newest first, with the records that they did it with.
import { useCallback, useMemo } from 'react'
import { useRead } from '../api/use-read.ts'
import { useTexts } from '../texts/index.tsx'
import { type ActivityFilter, activityBody, parentMembers, subjectsIn, writtenMembers } from './activity.ts'
import { useHistory } from './use-history.ts'

export function useActivity(filter: ActivityFilter) {
  const t = useTexts().activity
  const bodyOf = useCallback((pageKey: string | null) => activityBody(filter, pageKey), [filter])
  const { query, entries } = useHistory('activity', t.title, bodyOf)
  const written = useRead(
    useMemo(() => writtenMembers(entries), [entries]),
    { title: t.records, keep: true },
  ).data
  const parents = useRead(
    useMemo(() => parentMembers(written), [written]),
    { title: t.records, keep: true },
  ).data
  const subjects = useMemo(() => subjectsIn(written, parents), [written, parents])
  return { query, entries, subjects }
}
