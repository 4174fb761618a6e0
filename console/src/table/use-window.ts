// Gives a table the window over its list: a new one when the request changes, the old one until that has rows.
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { type Body, entityOf, envelope, type ReadAnswer } from '../api/envelope.ts'
import { type KnownBy, named } from '../api/names.ts'
import { useShownRequest } from '../api/requests.ts'
import { useWorkspace, type Workspace } from '../api/workspace.tsx'
import { PageWindow } from './page-window.ts'

/** What a list reads, without its pages. */
export interface ListRequest {
  /** As the request spells it. */
  readonly entity: string
  readonly fields: Body
  readonly criteria: Body
  readonly order: readonly Body[]
  readonly knownBy: KnownBy
}

const pageSize = 60
/** Lists to which one can go back without waiting. */
const keptWindows = 6

const kept = new WeakMap<Workspace, Map<string, PageWindow>>()

const listMembers = ({ entity, fields, criteria, order }: ListRequest, PageKey: string | null, size = pageSize) => ({
  [entity]: {
    Scope: { Fields: fields },
    Criteria: criteria,
    OrderBy: { ...(order.length > 0 ? { Fields: order } : {}), PageSize: size, PageKey },
  },
})

function windowOf(workspace: Workspace, text: string): PageWindow {
  const { api, store } = workspace
  const windows = kept.get(workspace) ?? new Map<string, PageWindow>()
  kept.set(workspace, windows)
  const known = windows.get(text)
  if (known) {
    // The last one used stays the longest.
    windows.delete(text)
    windows.set(text, known)
    return known
  }
  const request = JSON.parse(text) as ListRequest
  const window = new PageWindow({
    store,
    scope: request.fields,
    load: async (pageKey, signal) => {
      const answer = await api.call<Record<string, ReadAnswer>>('Read', envelope(listMembers(request, pageKey)), {
        signal,
      })
      const { Data, PageKey = null } = answer[request.entity] as ReadAnswer
      return { rows: named(Data, request.knownBy), next: PageKey }
    },
  })
  windows.set(text, window)
  // Asked for before anything is drawn.
  window.show(0, 0)
  const [oldest] = windows.keys()
  if (windows.size > keptWindows && oldest !== undefined) {
    windows.get(oldest)?.dispose()
    windows.delete(oldest)
  }
  return window
}

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

interface Shown {
  readonly window: PageWindow
  /** The rows are those of the request before. */
  readonly isOld: boolean
}

export function usePageWindow(request: ListRequest, title: string): Shown {
  const workspace = useWorkspace()
  const wanted = useWindow(request)
  const version = useSyncExternalStore(wanted.subscribe, wanted.version)
  const ready = useRef<PageWindow | null>(null)
  useShownRequest({ title, operation: 'Read', body: envelope(listMembers(request, null)) })

  useEffect(() => {
    wanted.show(0, 0)
    return () => wanted.rest()
  }, [wanted])

  const { entity } = request
  useEffect(
    () =>
      workspace.feed.subscribe(changes => {
        if (changes.some(change => change.entity === entityOf(entity))) void wanted.refresh()
      }),
    [workspace, wanted, entity],
  )

  useEffect(() => {
    if (version >= 0 && wanted.isReady) ready.current = wanted
  }, [wanted, version])
  const isOld = !wanted.isReady && ready.current !== null
  return { window: isOld ? (ready.current as PageWindow) : wanted, isOld }
}
