// Reads the rows of a list that hangs on a record: the first page comes with the record, further ones on demand.
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Body, entityOf, envelope, rowsOf } from '../api/envelope.ts'
import { useRead } from '../api/use-read.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { useTexts } from '../texts/index.tsx'
import type { ListName, RecordKind } from './kinds.ts'
import {
  type CountedList,
  countMembers,
  type ListCount,
  listCount,
  listPage,
  memberOfList,
  nextPageKey,
} from './lists.ts'

/** The counts of the lists of a record. Lists that are longer than their first page are counted by a request of their own. */
export function useListCounts(
  kind: RecordKind,
  key: string,
  first: Body | undefined,
): (name: CountedList) => ListCount {
  const { lists: t } = useTexts().record
  const { data } = useRead(
    useMemo(() => countMembers(kind, key, first), [kind, key, first]),
    { title: t.counts, keep: true },
  )
  return name => listCount(name, first, data)
}

export function useRelatedRows(kind: RecordKind, name: ListName, key: string, first: Body | undefined) {
  const { api, session } = useWorkspace()
  const member = memberOfList(name)
  const isLong = nextPageKey(first, member) !== null
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage, error } = useInfiniteQuery({
    queryKey: ['related', session.modelDigest, kind.entity, key, name],
    queryFn: ({ pageParam, signal }) =>
      api.call<Body>('Read', envelope(listPage(kind, name, key, pageParam)), { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: page => nextPageKey(page, member),
    enabled: isLong,
    ...(isLong && first ? { initialData: { pages: [first], pageParams: [null] } } : {}),
    // The first page came with the record a moment ago; changes of others have all pages read again.
    staleTime: Number.POSITIVE_INFINITY,
    meta: { entities: [entityOf(member)] },
  })
  const pages = isLong ? data?.pages : undefined
  const rows = useMemo(
    () => (pages ? pages.flatMap(page => rowsOf(page, member)) : rowsOf(first, member)),
    [pages, first, member],
  )
  return { rows, hasMore: isLong && hasNextPage, isLoadingMore: isFetchingNextPage, loadMore: fetchNextPage, error }
}
