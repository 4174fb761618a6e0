// Removes events that are older than the log keeps them, oldest first and in small batches.
import { listDatabases } from '../accounts/databases.ts'
import type { Clock } from '../base/clock.ts'
import type { Job } from '../base/scheduling/jobs.ts'
import { type Args, statementsOn } from '../storage/statement.ts'
import type { Store } from '../storage/store.ts'
import type { EventLog } from './event-log.ts'
import type { EventTables } from './tables.ts'

const batch = 500
const day = 86_400_000

const removeUpTo = statementsOn<EventTables>()((db, p: Args<{ db: number; position: number }>) =>
  db.deleteFrom('event_log').where('db', '=', p('db')).where('position', '<=', p('position')),
)

/** Gives how many events were removed. */
async function removeOldEvents(store: Store, log: EventLog, before: number): Promise<number> {
  let removed = 0
  // Events of the applications that serve all databases are in the log of database 0.
  for (const db of [0, ...(await listDatabases(store)).map(database => database.id)]) {
    for (let count = batch; count === batch; removed += count) {
      count = await removeBatch(store, log, db, before)
    }
  }
  return removed
}

/** What is left of the log has no gap, and the newest event stays, since the next position follows from it. */
async function removeBatch(store: Store, log: EventLog, db: number, before: number): Promise<number> {
  const events = await log.eventsAfter(db, 0, batch + 1)
  const kept = events.findIndex(({ at }) => at > before)
  const last = events[Math.min(kept < 0 ? events.length : kept, events.length - 1) - 1]
  if (!last) return 0
  return store.write(tx => tx.run(removeUpTo(store.dialect, { db, position: last.position })))
}

export const retentionJobs = (store: Store, log: EventLog, clock: Clock, days: number): readonly Job[] => [
  {
    name: 'removing old events',
    everySeconds: 3600,
    run: () => removeOldEvents(store, log, clock.now() - days * day),
  },
]
