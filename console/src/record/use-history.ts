// Reads History page by page, newest first.
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Body, ReadAnswer } from '../api/envelope.ts'
import { useShownRequest } from '../api/requests.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { entriesIn } from './audit.ts'

/** `bodyOf` has to stay the same while the filter does. */
export function useHistory(name: string, title: string, bodyOf: (pageKey: string | null) => Body) {
  const { api } = useWorkspace()
  const body = useMemo(() => bodyOf(null), [bodyOf])
  useShownRequest({ title, operation: 'Read', body })
  const query = useInfiniteQuery({
    queryKey: [name, body],
    queryFn: ({ pageParam, signal }) => api.call<Body>('Read', pageParam ? bodyOf(pageParam) : body, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: page => (page.History as ReadAnswer).PageKey ?? null,
    placeholderData: before => before,
  })
  const pages = query.data?.pages
  const entries = useMemo(() => entriesIn(pages ?? []), [pages])
  return { query, entries }
}
