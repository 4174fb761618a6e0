// Reads an import, again and again while the server works on it, and begins its phases.
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useShownRequest } from '../api/requests.ts'
import { usePublicPath } from '../api/use-read.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { useTexts } from '../texts/index.tsx'
import { showFailure } from '../ui/frame/undo-notices.tsx'
import { type ImportDetails, type ImportRow, importPath, isBusy, type Outcome } from './import.ts'

/** How long a person waits for news of an import at most. */
const newsMs = 700

export function useImport(id: string) {
  const { api } = useWorkspace()
  const { imports: t } = useTexts()
  const path = importPath(id)
  const get = usePublicPath(path)
  useShownRequest({ title: t.title, operation: '', body: {}, get })
  return useQuery({
    queryKey: ['Get', path],
    queryFn: ({ signal }) => api.get<ImportDetails>(path, signal),
    refetchInterval: ({ state }) => (state.data && isBusy(state.data.status) ? newsMs : false),
    // It may have gone on since it was read last.
    staleTime: 0,
  })
}

/** Sends what begins a phase, and shows the import as it is then. */
export function useImportActions(id: string) {
  const { api } = useWorkspace()
  const queries = useQueryClient()
  return useMemo(() => {
    const path = importPath(id)
    const begin = async (method: 'PUT' | 'POST', name: string, body: Readonly<Record<string, unknown>>) => {
      const next = await api.send<ImportDetails>(method, `${path}/${name}`, body)
      queries.setQueryData(['Get', path], next)
      await queries.invalidateQueries({ queryKey: ['Get', importPath()], exact: true })
    }
    return {
      plan: (mapping: Readonly<Record<string, unknown>>) => begin('PUT', 'mapping', mapping),
      commit: () => begin('POST', 'commit', {}).catch(showFailure),
      undo: () => begin('POST', 'undo', {}).catch(showFailure),
    }
  }, [api, queries, id])
}

interface RowPage {
  readonly rows: readonly ImportRow[]
  readonly next: number | null
}

/** The rows of an import, page by page. `status` decides what is known of them. */
export function useImportRows({ id, status }: Pick<ImportDetails, 'id' | 'status'>, outcome: Outcome | null) {
  const { api } = useWorkspace()
  const { imports: t } = useTexts()
  const pathAfter = (after: number): string => {
    const query = new URLSearchParams({ after: String(after), ...(outcome ? { outcome } : {}) })
    return `${importPath(id)}/rows?${query}`
  }
  const get = usePublicPath(pathAfter(0))
  useShownRequest({ title: t.rowCount, operation: '', body: {}, get })
  return useInfiniteQuery({
    queryKey: ['Get', importPath(id), 'rows', status, outcome],
    queryFn: ({ pageParam, signal }) => api.get<RowPage>(pathAfter(pageParam), signal),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
  })
}
