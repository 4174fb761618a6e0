// Runs the notifications of a process: soon after a database was written to, and each minute for all of them.
import { listDatabases } from '../accounts/databases.ts'
import type { Job } from '../base/scheduling/jobs.ts'
import type { EventLog } from '../events/event-log.ts'
import { type NotificationParts, noticeDueTasks, noticeEvents } from './notifications.ts'

interface Notifications {
  readonly jobs: readonly Job[]
  close(): void
}

export function createNotifications(parts: NotificationParts & { readonly events: EventLog }): Notifications {
  const { store, events } = parts
  const written = new Set<number>()
  const stop = store.subscribe(events.added, db => written.add(db))
  const noticeWritten = async (): Promise<void> => {
    for (const db of written) {
      written.delete(db)
      // Database 0 has the applications of all databases, and no users.
      if (db !== 0) await noticeEvents(parts, db)
    }
  }
  /** Also notices what publications that were lost have not announced. */
  const noticeAll = async (): Promise<void> => {
    for (const { id } of await listDatabases(store)) {
      await noticeEvents(parts, id)
      await noticeDueTasks(parts, id)
    }
  }
  return {
    jobs: [
      { name: 'notifying users of changes', everySeconds: 2, run: noticeWritten },
      { name: 'notifying users of due tasks', everySeconds: 60, firstAfterSeconds: 1, run: noticeAll },
    ],
    close: stop,
  }
}
