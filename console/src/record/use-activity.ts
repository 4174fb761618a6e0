// Reads what people did page by page, newest first, with the records that they did it with.
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Body, ReadAnswer } from '../api/envelope.ts'
import { useShownRequest } from '../api/requests.ts'
import { useRead } from '../api/use-read.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { useTexts } from '../texts/index.tsx'
import { type ActivityFilter, activityBody, parentMembers, subjectsIn, writtenMembers } from './activity.ts'
import { entriesIn } from './audit.ts'

export function useActivity(filter: ActivityFilter) {
  const { api } = useWorkspace()
  const t = useTexts().activity
  const body = useMemo(() => activityBody(filter, null), [filter])
  useShownRequest({ title: t.title, operation: 'Read', body })
  const query = useInfiniteQuery({
    queryKey: ['activity', body],
    queryFn: ({ pageParam, signal }) =>
      api.call<Body>('Read', pageParam ? activityBody(filter, pageParam) : body, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: page => (page.History as ReadAnswer).PageKey ?? null,
    placeholderData: before => before,
  })
  const pages = query.data?.pages
  const entries = useMemo(() => entriesIn(pages ?? []), [pages])
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
