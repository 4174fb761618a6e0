// Reads the audit trail page by page, newest first, with the names of the records.
import { useCallback, useMemo } from 'react'
import { useRead } from '../api/use-read.ts'
import { useTexts } from '../texts/index.tsx'
import { type AuditEntry, type AuditFilter, auditBody, namesIn, namesMembers } from './audit.ts'
import { useHistory } from './use-history.ts'

export function useAudit(filter: AuditFilter) {
  const t = useTexts().audit
  const bodyOf = useCallback((pageKey: string | null) => auditBody(filter, pageKey), [filter])
  const { query, entries } = useHistory('audit', t.title, bodyOf)
  return { query, entries, names: useNames(entries) }
}

function useNames(entries: readonly AuditEntry[]): ReadonlyMap<string, string> {
  const t = useTexts().audit
  const members = useMemo(() => namesMembers(entries), [entries])
  const { data } = useRead(members, { title: t.names, keep: true })
  return useMemo(() => namesIn(data, entries), [data, entries])
}
