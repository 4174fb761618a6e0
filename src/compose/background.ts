// Runs the work that one process of a server does for all: jobs, webhook deliveries, positions of events, times of recurring tasks, the check of the store.
import type { Log } from '../base/log/log.ts'
import { type Job, startJobs } from '../base/scheduling/jobs.ts'
import { createAppointmentInvitations } from '../calendar/invitations.ts'
import type { AppOptions } from '../cli/product.ts'
import type { OperationParts } from '../envelope/run.ts'
import type { createEvents } from '../events/index.ts'
import type { ImportRoom } from '../import/index.ts'
import type { StoreCheck } from '../model/store-check/store-check.ts'
import { createNotifications } from '../notifications/index.ts'
import { OccurrenceWriter } from '../operations/system/occurrence-writer.ts'
import type { Webhooks } from '../webhooks/index.ts'
import { createWorkflows } from '../workflows/index.ts'

interface BackgroundParts {
  readonly events: ReturnType<typeof createEvents>
  readonly webhooks: Webhooks
  readonly imports: Pick<ImportRoom, 'runner'>
  readonly operations: Pick<OperationParts, 'store' | 'clock' | 'newId'>
  readonly storeCheck: StoreCheck
  readonly log: Log
  readonly team: AppOptions['team']
  readonly jobs: readonly Job[]
}

export function backgroundWork(parts: BackgroundParts) {
  const { jobs, events, webhooks, imports, operations, storeCheck, log, team } = parts
  const occurrences = new OccurrenceWriter({ ...operations, log })
  let stopJobs = async () => {}
  let stopped = false
  const begin = async () => {
    if (stopped) return
    events.number()
    stopJobs = startJobs([...jobs, ...storeCheck.jobs, occurrences.job], log)
    imports.runner.start()
    occurrences.start()
    await webhooks.start()
  }
  return {
    start: async () => {
      if (!team) return begin()
      team.whenLeading(() => {
        begin().catch((error: Error) => log.error('the background work could not begin', { error }))
      })
    },
    stop: async () => {
      stopped = true
      await Promise.all([stopJobs(), webhooks.close(), imports.runner.stop(), occurrences.stop(), storeCheck.close()])
      team?.resign()
    },
  }
}

type FollowerParts = Parameters<typeof createNotifications>[0] &
  Parameters<typeof createAppointmentInvitations>[0] &
  Parameters<typeof createWorkflows>[0]

/** Creates what follows the events of all databases: notifications, invitations to appointments, and the triggers of workflows. */
export function eventFollowers(parts: FollowerParts): { readonly jobs: readonly Job[]; close(): void } {
  const followers = [createNotifications(parts), createAppointmentInvitations(parts), createWorkflows(parts)]
  return {
    jobs: followers.flatMap(({ jobs }) => jobs),
    close: () => {
      for (const follower of followers) follower.close()
    },
  }
}
