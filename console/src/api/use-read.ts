// Reads records for a component, and lists the request in the drawer of the screen.
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useCallback, useLayoutEffect, useMemo, useSyncExternalStore } from 'react'
import { type Body, entitiesOf, envelope, noRows, type Row } from './envelope.ts'
import { nothingPending, type StoredRecord } from './record-store.ts'
import { useShownRequest } from './requests.ts'
import { useWorkspace } from './workspace.tsx'

interface ReadOptions {
  /** What the request is for, in the words of the screen; null keeps it out of the drawer. */
  readonly title: string | null
  /** Whether the answer of the request before is shown until this one has come. */
  readonly keep?: boolean
  readonly staleTime?: number
}

/**
 * Reads the members, one entity or a batch: `{ AbEntry: { Scope, Criteria } }`. Null reads nothing. The answer is read again when
 * a user changes a record of these entities.
 */
export function useRead<T = Body>(members: Body | null, { title, keep, staleTime }: ReadOptions): UseQueryResult<T> {
  const { api } = useWorkspace()
  const body = members && envelope(members)
  useShownRequest(body && title !== null ? { title, operation: 'Read', body } : null)
  return useQuery({
    queryKey: ['Read', body],
    queryFn: ({ signal }) => api.call<T>('Read', body ?? {}, { signal }),
    enabled: body !== null,
    meta: { entities: members ? entitiesOf(members) : [] },
    ...(keep ? { placeholderData: keepPreviousData } : {}),
    ...(staleTime === undefined ? {} : { staleTime }),
  })
}

/** Puts rows into the store while the component is there, and gives their keys. */
export function useStoredRows(holder: string, scope: Body, rows: readonly Row[] | undefined): readonly string[] {
  const { store } = useWorkspace()
  useLayoutEffect(() => {
    store.absorb(holder, scope, rows ?? noRows)
    return () => store.release(holder)
  }, [store, holder, scope, rows])
  return useMemo(() => (rows ?? noRows).map(({ Key }) => Key as string), [rows])
}

/** What the store has of a record is newer than the row. */
const withStored = (key: string, row: Row, stored: StoredRecord | null): StoredRecord => ({
  key,
  fields: { ...row, ...stored?.fields },
  pending: stored?.pending ?? nothingPending,
})

/**
 * A record of the store, as it is shown; null until a read has brought it. A page that gives the row it has read shows all of it at
 * once, before the store has it.
 */
export function useRecord(key: string, row: Row): StoredRecord
export function useRecord(key: string, row?: Row): StoredRecord | null
export function useRecord(key: string, row?: Row): StoredRecord | null {
  const { store } = useWorkspace()
  // A function that is new with every render would release a record that no other component holds, and fetch it again, for ever.
  const subscribe = useCallback((listener: () => void) => store.subscribe(key, listener), [store, key])
  const stored = useSyncExternalStore(subscribe, () => store.get(key))
  return useMemo(() => (row ? withStored(key, row, stored) : stored), [key, row, stored])
}

/** Gives the records of the store by their keys. The component is drawn again when any record changes. */
export function useRecords(): (key: string) => StoredRecord | null {
  const { store } = useWorkspace()
  useSyncExternalStore(store.watch, store.version)
  return key => store.get(key)
}

/** Reads a path that is no operation: `useGet('webhooks/v1/targets', { title })`. */
export function useGet<T>(path: string, { title, keep }: Omit<ReadOptions, 'staleTime'>): UseQueryResult<T> {
  const { api } = useWorkspace()
  const shownPath = usePublicPath(path)
  useShownRequest(title === null ? null : { title, operation: '', body: {}, get: shownPath })
  return useQuery({
    queryKey: ['Get', path],
    queryFn: ({ signal }) => api.get<T>(path, signal),
    ...(keep ? { placeholderData: keepPreviousData } : {}),
  })
}

/** The path for clients with a token. Below the console's own, the authorization server is `auth`. */
export function usePublicPath(path: string): string {
  const { authPrefix } = useWorkspace().session
  return path.startsWith('auth/') ? `${authPrefix}${path.slice('auth'.length)}` : `/${path}`
}
