// Reads the workflows of a record, and starts, skips and stops them.
import { notifications } from '@mantine/notifications'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type Body, type Row, rowsOf } from '../api/envelope.ts'
import { screenRequests } from '../api/screen-requests.ts'
import { useRead } from '../api/use-read.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { useTexts } from '../texts/index.tsx'
import { showFailure } from '../ui/frame/undo-notices.tsx'
import type { RecordKind } from './kinds.ts'
import {
  type FlowTask,
  plannedIn,
  type RunningFlow,
  runningIn,
  runningMembers,
  startableMembers,
  startMembers,
} from './workflows.ts'

interface RecordWorkflows {
  readonly startable: readonly Row[]
  readonly running: readonly RunningFlow[]
  /** Why they could not be read; null if they were. */
  readonly error: Error | null
  readonly retry: () => void
}

/** Null while they are read. */
export function useWorkflows(kind: RecordKind, key: string): RecordWorkflows | null {
  const t = useTexts().record.workflows
  // Set up by administrators, so it changes seldom.
  const startable = useRead(startableMembers(kind), { title: null, staleTime: 300_000 })
  const running = useRead(runningMembers(kind, key), { title: t.running })
  const error = startable.error ?? running.error
  if (!error && !(startable.data && running.data)) return null
  const retry = (): void => void Promise.all([startable.refetch(), running.refetch()])
  return { startable: rowsOf(startable.data, 'Workflow'), running: runningIn(running.data), error, retry }
}

/** What a start of the workflow would make now. */
export function usePlan(workflow: string | null, record: string): UseQueryResult<readonly FlowTask[]> {
  const { api } = useWorkspace()
  return useQuery({
    queryKey: ['WorkflowStart', workflow, record],
    queryFn: async ({ signal }) =>
      plannedIn(await api.call<Body>('WorkflowStart', startMembers(workflow ?? '', record, true), { signal })),
    enabled: workflow !== null,
    staleTime: 0,
    gcTime: 0,
    meta: { entities: ['Workflow', 'WorkflowTaskTemplate', 'WorkflowInstance'] },
  })
}

/** Functions that change the workflows of a record and say so; `start` throws a refusal. */
export function useWorkflowWrites() {
  const { api, feed } = useWorkspace()
  const { record } = useTexts()
  const t = record.workflows
  const send = async (operation: string, members: Body, message: string): Promise<void> => {
    await api.call(operation, members)
    screenRequests.setWrite({ title: message, operation, body: members })
    feed.announce(['WorkflowInstance', 'Task'].map(entity => ({ entity, key: null })))
    notifications.show({ message })
  }
  const instance = (Key: string): Body => ({ WorkflowInstance: { Data: { Key } } })
  return {
    start: (workflow: string, key: string, name: string) =>
      send('WorkflowStart', startMembers(workflow, key, false), t.started(name)),
    skip: ({ key, name }: RunningFlow) => void send('WorkflowSkip', instance(key), t.skipped(name)).catch(showFailure),
    stop: ({ key, name }: RunningFlow) => void send('WorkflowStop', instance(key), t.stopped(name)).catch(showFailure),
  }
}
