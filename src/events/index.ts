// Puts the event log of a process together: reading, numbering, retention.
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log/log.ts'
import type { Job } from '../base/scheduling/jobs.ts'
import type { Store } from '../storage/store.ts'
import { EventLog } from './event-log.ts'
import { type Numberer, startNumberer } from './numberer.ts'
import { retentionJobs } from './retention.ts'

interface EventParts {
  readonly store: Store
  readonly clock: Clock
  readonly log: Pick<Log, 'error'>
  /** How long events are kept. */
  readonly days: number
}

interface Events {
  readonly log: EventLog
  readonly jobs: readonly Job[]
  /** The age of the oldest event without a position. */
  lagSeconds(): number
  /** Called when the store is migrated. */
  open(): Promise<void>
  /** Begins to give events their positions; one worker of a server does that for all. */
  number(): void
  close(): Promise<void>
}

export function createEvents({ store, clock, log, days }: EventParts): Events {
  const events = new EventLog(store, clock)
  let numberer: Numberer | undefined
  return {
    log: events,
    jobs: retentionJobs(store, events, clock, days),
    lagSeconds: () => (numberer?.lagMs() ?? 0) / 1000,
    open: () => events.open(),
    number: () => {
      numberer ??= startNumberer(store, log)
    },
    close: async () => {
      events.close()
      await numberer?.stop()
    },
  }
}
