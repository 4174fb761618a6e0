// Reads the audit trail page by page, newest first, with the names of the records.
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Body, ReadAnswer } from '../api/envelope.ts'
import { useShownRequest } from '../api/requests.ts'
import { useRead } from '../api/use-read.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { useTexts } from '../texts/index.tsx'
import { type AuditEntry, type AuditFilter, auditBody, entriesIn, namesIn, namesMembers } from './audit.ts'

export function useAudit(filter: AuditFilter) {
  const { api } = useWorkspace()
  const t = useTexts().audit
  const body = useMemo(() => auditBody(filter, null), [filter])
  useShownRequest({ title: t.title, operation: 'Read', body })
  const query = useInfiniteQuery({
    queryKey: ['audit', body],
    queryFn: ({ pageParam, signal }) =>
      api.call<Body>('Read', pageParam ? auditBody(filter, pageParam) : body, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: page => (page.History as ReadAnswer).PageKey ?? null,
    placeholderData: before => before,
  })
  const pages = query.data?.pages
  const entries = useMemo(() => entriesIn(pages ?? []), [pages])
  return { query, entries, names: useNames(entries) }
}

function useNames(entries: readonly AuditEntry[]): ReadonlyMap<string, string> {
  const t = useTexts().audit
  const members = useMemo(() => namesMembers(entries), [entries])
  const { data } = useRead(members, { title: t.names, keep: true })
  return useMemo(() => namesIn(data, entries), [data, entries])
}
