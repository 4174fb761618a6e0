// Gives a table the window over its list: a new one when the request changes, the old one until that has rows.
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { entityOf, envelope } from '../api/envelope.ts'
import { useShownRequest } from '../api/requests.ts'
import { useIsAway } from '../api/use-reachability.ts'
import { useWorkspace, type Workspace } from '../api/workspace.tsx'
import type { PageWindow } from './page-window.ts'
import { type ListRequest, listMembers, windowOf } from './windows.ts'

/** Reads the first rows of a list that is shown in a moment. */
export const prefetchRows = (workspace: Workspace, request: ListRequest): void => {
  windowOf(workspace, JSON.stringify(request))
}

function useWindow(request: ListRequest): PageWindow {
  const workspace = useWorkspace()
  const text = JSON.stringify(request)
  return useMemo(() => windowOf(workspace, text), [workspace, text])
}

/** Whether the first rows of a request are there. It asks for them. */
export function useIsReady(request: ListRequest): boolean {
  const window = useWindow(request)
  return useSyncExternalStore(window.subscribe, () => window.isReady)
}

interface TableWindow {
  readonly window: PageWindow
  /** The rows are those of the request before. */
  readonly isOld: boolean
}

export function usePageWindow(request: ListRequest, title: string): TableWindow {
  const workspace = useWorkspace()
  const wanted = useWindow(request)
  const version = useSyncExternalStore(wanted.subscribe, wanted.version)
  const ready = useRef<PageWindow | null>(null)
  useShownRequest({ title, operation: 'Read', body: envelope(listMembers(request, null)) })

  useEffect(() => {
    wanted.show(0, 0)
    return () => wanted.rest()
  }, [wanted])

  const followed = [entityOf(request.entity), ...request.follows].join()
  useEffect(
    () =>
      workspace.feed.subscribe(changes => {
        const entities = followed.split(',')
        if (changes.some(change => entities.includes(change.entity))) void wanted.refresh()
      }),
    [workspace, wanted, followed],
  )

  const isAway = useIsAway()
  useEffect(() => {
    if (!isAway && wanted.error !== null) wanted.retry()
  }, [isAway, wanted])

  useEffect(() => {
    if (version >= 0 && wanted.isReady) ready.current = wanted
  }, [wanted, version])
  const isOld = !wanted.isReady && ready.current !== null
  return { window: isOld ? (ready.current as PageWindow) : wanted, isOld }
}
