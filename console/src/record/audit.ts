// Reads the history of all records, newest first, by conditions; only administrators may.
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Body, envelope, type ReadAnswer, type Row, rowsOf, textOf } from '../api/envelope.ts'
import { neededConditions } from '../api/names.ts'
import { useShownRequest } from '../api/requests.ts'
import { useRead } from '../api/use-read.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { useTexts } from '../texts/index.tsx'

export interface AuditFilter {
  /** The key of a user; empty for all. */
  readonly user: string
  readonly application: string
  readonly operation: string
  readonly kind: string
  readonly period: string
}

const periods: Readonly<Record<string, Body>> = {
  today: { $EQ: '$TODAY()' },
  week: { $GT: '$OFFSET(D-7, $TODAY())' },
  month: { $GT: '$OFFSET(D-30, $TODAY())' },
}

const named = { Key: 1, DisplayValue: 1 }
const pageSize = 50

const fields = {
  ...{ Key: 1, DateTime: { Value: 1, DisplayValue: 1 }, User: named, Application: 1, Operation: 1 },
  ...{ ParentKey: { Value: 1, EntityType: 1 }, Changes: 1 },
}

function auditBody({ user, application, operation, kind, period }: AuditFilter, PageKey: string | null): Body {
  const time = periods[period]
  const SearchQuery = {
    ...(user === '' ? {} : { User: { $EQ: user } }),
    ...(application === '' ? {} : { Application: { $LIKE: `%${application.replace(/[\\%_]/g, '\\$&')}%` } }),
    ...(operation === '' ? {} : { Operation: { $EQ: operation } }),
    ...(kind === '' ? {} : { 'ParentKey/EntityType': { $EQ: kind } }),
    ...(time ? { DateTime: time } : {}),
  }
  return envelope({
    History: {
      Scope: { Fields: fields },
      Criteria: { SearchQuery },
      OrderBy: { Fields: [{ DateTime: 'DESC' }], PageSize: pageSize, PageKey },
    },
  })
}

export interface Written {
  readonly row: Row
  readonly entity: string
  readonly key: string
}

const writtenOf = (row: Row): Written => {
  const { Value = '', EntityType = '' } = (row.ParentKey ?? {}) as { Value?: string; EntityType?: string }
  return { row, entity: EntityType, key: Value }
}

/** A row of Schema and a setting have a path, not a key. */
export const isPath = (key: string): boolean => key.startsWith('/')

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
  const writes = useMemo(() => (pages ?? []).flatMap(page => rowsOf(page, 'History')).map(writtenOf), [pages])
  return { query, writes, names: useNames(writes) }
}

/** The names of the records that were written; those in the recycle bin have none here. */
function useNames(writes: readonly Written[]): ReadonlyMap<string, string> {
  const t = useTexts().audit
  const keys = useMemo(() => {
    const found = new Map<string, Set<string>>()
    for (const { entity, key } of writes.filter(one => !isPath(one.key)))
      found.set(entity, (found.get(entity) ?? new Set()).add(key))
    return found
  }, [writes])
  const members = [...keys].map(([entity, some]) => [
    `${entity}.named`,
    { Scope: { Fields: named }, Criteria: { SearchQuery: { Key: { $IN: [...some] }, ...neededConditions[entity] } } },
  ])
  const { data } = useRead(members.length > 0 ? Object.fromEntries(members) : null, { title: t.names, keep: true })
  return useMemo(() => {
    const rows = [...keys.keys()].flatMap(entity => rowsOf(data, `${entity}.named`))
    return new Map(rows.map(row => [String(row.Key), textOf(row.DisplayValue)]))
  }, [data, keys])
}
