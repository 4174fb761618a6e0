// Gives the components below it what they work with in one database: session, requests, records, writes, undo.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import type { Api } from './client.ts'
import { Conflicts } from './conflicts.ts'
import { Feed } from './feed.ts'
import { RecordStore } from './record-store.ts'
import type { Session } from './session.ts'
import { UndoStack } from './undo.ts'
import { reachability } from './use-reachability.ts'
import { WorkflowResults } from './workflow-results.ts'
import { Writer } from './writer.ts'

export interface Workspace {
  readonly api: Api
  readonly session: Session
  readonly store: RecordStore
  readonly writer: Writer
  readonly undo: UndoStack
  readonly conflicts: Conflicts
  readonly results: WorkflowResults
  readonly feed: Feed
  readonly queries: QueryClient
}

const WorkspaceContext = createContext<Workspace | null>(null)

function openWorkspace(api: Api, session: Session): Workspace {
  const queries = new QueryClient({
    // The client repeats requests that may succeed later.
    defaultOptions: { queries: { retry: false, staleTime: 60_000, gcTime: 300_000, refetchOnWindowFocus: false } },
  })
  const store = new RecordStore()
  const undo = new UndoStack()
  const conflicts = new Conflicts()
  const results = new WorkflowResults()
  const feed = new Feed(api, queries, key => Number(store.confirmed(key).Version ?? 0))
  const writer = new Writer({
    api,
    store,
    undo,
    conflicts,
    results,
    onWritten: entity => feed.announce([{ entity, key: null }]),
  })
  feed.subscribe(changes => {
    for (const { entity, key } of changes) if (key !== null) writer.refresh(entity, key).catch(() => {})
  })
  return { api, session, store, writer, undo, conflicts, results, feed, queries }
}

export function WorkspaceProvider({ api, session, children }: { api: Api; session: Session; children: ReactNode }) {
  const [workspace] = useState(() => openWorkspace(api, session))
  useEffect(() => {
    workspace.api.onLost = () => void reachability.ask()
    return workspace.feed.follow()
  }, [workspace])
  return (
    <WorkspaceContext value={workspace}>
      <QueryClientProvider client={workspace.queries}>{children}</QueryClientProvider>
    </WorkspaceContext>
  )
}

export function useWorkspace(): Workspace {
  const workspace = use(WorkspaceContext)
  if (!workspace) throw new Error('There is no workspace around this component')
  return workspace
}
