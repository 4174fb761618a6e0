// Runs the triggers of workflows soon after a database was written to, and each minute for days that have begun; sends their mails and calls.
import { listDatabases } from '../accounts/databases.ts'
import type { Job } from '../base/scheduling/jobs.ts'
import type { Settings } from '../config/settings.ts'
import type { EventLog } from '../events/event-log.ts'
import { writtenDatabases } from '../events/written-databases.ts'
import { DeliverySender, type SenderParts } from './deliveries/sender.ts'
import { startByDate } from './start-by-date.ts'
import { EventTriggers } from './start-by-events.ts'
import type { TriggerParts } from './triggers.ts'

interface Workflows {
  readonly jobs: readonly Job[]
  close(): void
}

type WorkflowsParts = TriggerParts &
  SenderParts & { readonly events: EventLog; readonly settings: Pick<Settings, 'deliveryDays'> }

export function createWorkflows(parts: WorkflowsParts): Workflows {
  const { store } = parts.operations
  const written = writtenDatabases(store, parts.events)
  const causing = writtenDatabases(store, parts.events)
  const triggers = new EventTriggers(parts)
  const sender = new DeliverySender(parts)
  /** Also judges and sends what publications that were lost have not announced. */
  const judgeAll = async (): Promise<void> => {
    for (const { id } of await listDatabases(store)) {
      await startByDate(parts, id)
      await triggers.run(id)
      await sender.run(id)
    }
  }
  const sendDue = async (): Promise<void> => {
    await causing.each(db => sender.run(db))
    for (const db of sender.due) await sender.run(db)
  }
  const removeOld = async (): Promise<void> => {
    for (const { id } of await listDatabases(store)) await sender.removeOld(id, parts.settings.deliveryDays)
  }
  return {
    jobs: [
      { name: 'starting workflows after writes', everySeconds: 0.25, run: () => written.each(db => triggers.run(db)) },
      { name: 'starting workflows by date', everySeconds: 60, firstAfterSeconds: 1, run: judgeAll },
      { name: 'sending mails and calls of workflows', everySeconds: 0.5, run: sendDue },
      { name: 'removing old mails and calls of workflows', everySeconds: 3600, run: removeOld },
    ],
    close: () => {
      written.close()
      causing.close()
      sender.close()
    },
  }
}
