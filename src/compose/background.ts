// Runs the work that one process of a server does for all: jobs, webhook deliveries, positions of events, the check of the store.
import type { Log } from '../base/log/log.ts'
import { type Job, startJobs } from '../base/scheduling/jobs.ts'
import type { AppOptions } from '../cli/product.ts'
import type { createEvents } from '../events/index.ts'
import type { ImportRoom } from '../import/index.ts'
import type { StoreCheck } from '../model/store-check/store-check.ts'
import type { Webhooks } from '../webhooks/index.ts'

interface BackgroundParts {
  readonly events: ReturnType<typeof createEvents>
  readonly webhooks: Webhooks
  readonly imports: Pick<ImportRoom, 'runner'>
  readonly storeCheck: StoreCheck
  readonly log: Log
  readonly team: AppOptions['team']
  readonly jobs: readonly Job[]
}

export function backgroundWork({ jobs, events, webhooks, imports, storeCheck, log, team }: BackgroundParts) {
  let stopJobs = async () => {}
  let stopped = false
  const begin = async () => {
    if (stopped) return
    events.number()
    stopJobs = startJobs([...jobs, ...storeCheck.jobs], log)
    imports.runner.start()
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
      await Promise.all([stopJobs(), webhooks.close(), imports.runner.stop(), storeCheck.close()])
      team?.resign()
    },
  }
}
