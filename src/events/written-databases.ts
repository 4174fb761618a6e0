// Collects the databases that have new events, for jobs that look at them in turn.
import type { Store } from '../storage/store.ts'
import type { EventLog } from './event-log.ts'

interface WrittenDatabases {
  /** Calls the function with each database that was written to since the last call. */
  each(work: (db: number) => Promise<void>): Promise<void>
  close(): void
}

/** Publications can be lost, so a slow job has to look at all databases as well. */
export function writtenDatabases(store: Pick<Store, 'subscribe'>, events: Pick<EventLog, 'added'>): WrittenDatabases {
  const written = new Set<number>()
  const close = store.subscribe(events.added, db => written.add(db))
  return {
    each: async work => {
      for (const db of written) {
        written.delete(db)
        // Database 0 has the applications of all databases, and no users.
        if (db !== 0) await work(db)
      }
    },
    close,
  }
}
