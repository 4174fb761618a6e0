// Runs the triggers of workflows: soon after a database was written to, and each minute for days that have begun.
import { listDatabases } from '../accounts/databases.ts'
import type { Job } from '../base/scheduling/jobs.ts'
import type { EventLog } from '../events/event-log.ts'
import { writtenDatabases } from '../events/written-databases.ts'
import { startByDate } from './start-by-date.ts'
import { EventTriggers } from './start-by-events.ts'
import type { TriggerParts } from './triggers.ts'

interface Workflows {
  readonly jobs: readonly Job[]
  close(): void
}

export function createWorkflows(parts: TriggerParts & { readonly events: EventLog }): Workflows {
  const { store } = parts.operations
  const written = writtenDatabases(store, parts.events)
  const triggers = new EventTriggers(parts)
  /** Also judges what publications that were lost have not announced. */
  const judgeAll = async (): Promise<void> => {
    for (const { id } of await listDatabases(store)) {
      await startByDate(parts, id)
      await triggers.run(id)
    }
  }
  return {
    jobs: [
      { name: 'starting workflows after writes', everySeconds: 0.25, run: () => written.each(db => triggers.run(db)) },
      { name: 'starting workflows by date', everySeconds: 60, firstAfterSeconds: 1, run: judgeAll },
    ],
    close: written.close,
  }
}
