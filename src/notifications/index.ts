// Runs the notifications of a process: soon after a database was written to, and each minute for all of them.
import { listDatabases } from '../accounts/databases.ts'
import type { Job } from '../base/scheduling/jobs.ts'
import type { EventLog } from '../events/event-log.ts'
import { writtenDatabases } from '../events/written-databases.ts'
import { type MailParts, mailNotices } from './mails.ts'
import { type NotificationParts, noticeDueTasks, noticeEvents } from './notifications.ts'

interface Notifications {
  readonly jobs: readonly Job[]
  close(): void
}

export function createNotifications(
  parts: NotificationParts & MailParts & { readonly events: EventLog },
): Notifications {
  const { store, events } = parts
  const written = writtenDatabases(store, events)
  const noticeWritten = () =>
    written.each(async db => {
      await noticeEvents(parts, db)
      await mailNotices(parts, db)
    })
  /** Also notices what publications that were lost have not announced. */
  const noticeAll = async (): Promise<void> => {
    for (const { id } of await listDatabases(store)) {
      await noticeEvents(parts, id)
      await noticeDueTasks(parts, id)
      await mailNotices(parts, id)
    }
  }
  return {
    jobs: [
      { name: 'notifying users of changes', everySeconds: 2, run: noticeWritten },
      { name: 'notifying users of due tasks', everySeconds: 60, firstAfterSeconds: 1, run: noticeAll },
    ],
    close: written.close,
  }
}
