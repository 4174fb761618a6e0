// Gives committed events their positions, on an engine that cannot do so in the commit itself.
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import { statementsOn } from '../storage/statement.ts'
import type { Store } from '../storage/store.ts'
import { topics } from '../storage/topics.ts'
import { type EventTables, eventTable } from './tables.ts'

/** Writes of so long share a round: each round is a transaction of its own. */
const gatherMs = 15
/** Events of a process that died after its commit, and of commands, are found by looking. */
const lookMs = 400
/** The most events of a round; further ones follow at once. */
const most = 1_000
/** How long a round waits for that of another node. */
const turnMs = 5_000

const oldestNew = statementsOn<EventTables>()(db =>
  db
    .selectFrom('event_log')
    .select(eb => eb.fn.min('at').as('at'))
    .where('position', 'is', null),
)

export interface Numberer {
  /** For how many ms the oldest event has been without a position, when that was looked at last. */
  lagMs(): number
  stop(): Promise<void>
}

/**
 * Any number of nodes may do this: a lock of the store lets one of them number at a time, and is free again the moment
 * its node dies. There is no leader, whose death the others would have to wait out.
 */
export function startNumberer(store: Store, clock: Clock, log: Pick<Log, 'error'>): Numberer {
  const { numbering } = store.dialect
  if (!numbering) return { lagMs: () => 0, stop: async () => {} }
  let running: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let due = Number.POSITIVE_INFINITY
  let lag = 0
  let [busy, again, failing] = [false, false, false]
  let stopped = false

  const round = (): Promise<number> =>
    store.write(
      async tx => {
        tx.defer(numbering.lock)
        const numbered = await tx.rows(numbering.number(eventTable.name, 'position', most))
        for (const { db } of numbered) await tx.publish(topics.events, db)
        return numbered.reduce((sum, { rows }) => sum + rows, 0)
      },
      { timeoutMs: turnMs },
    )

  const work = async (): Promise<void> => {
    try {
      const [oldest] = await store.rows(oldestNew(store.dialect, {}))
      lag = oldest?.at ? Math.max(0, clock.now() - oldest.at) : 0
      if (oldest?.at) while (!stopped && (await round()) === most);
      failing = false
    } catch (error) {
      // The store is in trouble, which its health says too: one line for each time that it begins.
      if (!failing && !stopped) log.error('numbering events failed', { error: error as Error })
      failing = true
    }
  }

  const begin = (): void => {
    due = Number.POSITIVE_INFINITY
    if (busy) {
      again = true
      return
    }
    busy = true
    running = work().then(() => {
      busy = false
      schedule(again ? gatherMs : lookMs)
      again = false
    })
  }

  const schedule = (ms: number): void => {
    const at = performance.now() + ms
    if (stopped || at >= due) return
    due = at
    clearTimeout(timer)
    timer = setTimeout(begin, ms).unref()
  }

  const wake = () => schedule(gatherMs)
  const unsubscribe = store.subscribe(topics.written, wake, wake)
  schedule(lookMs)
  return {
    lagMs: () => lag,
    stop: () => {
      stopped = true
      clearTimeout(timer)
      unsubscribe()
      return running
    },
  }
}
