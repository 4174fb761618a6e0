// Reads the recycle bin page by page.
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Body, entitiesOf } from '../api/envelope.ts'
import { useShownRequest } from '../api/requests.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { useTexts } from '../texts/index.tsx'
import { binBody, binSources, unitsIn } from './bin-units.ts'
import { nextKeys } from './merge.ts'

/** The units in the bin, the last deleted first. */
export function useBin(deletedBy: string | null) {
  const { api } = useWorkspace()
  const t = useTexts().bin
  const body = useMemo(() => binBody(deletedBy, null), [deletedBy])
  useShownRequest({ title: t.title, operation: 'Read', body })
  const query = useInfiniteQuery({
    queryKey: ['bin', body],
    queryFn: ({ pageParam, signal }) =>
      api.call<Body>('Read', pageParam ? binBody(deletedBy, pageParam) : body, { signal }),
    initialPageParam: null as Readonly<Record<string, string>> | null,
    getNextPageParam: page => nextKeys(page, binSources),
    meta: { entities: entitiesOf(body) },
  })
  const pages = query.data?.pages
  const units = useMemo(() => unitsIn(pages ?? []), [pages])
  return { query, units }
}
