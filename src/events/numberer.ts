// Gives committed events their positions, on an engine that cannot do so in the commit itself.
import type { Log } from '../base/log.ts'
import type { Numbering } from '../storage/dialect.ts'
import type { Store } from '../storage/store.ts'
import { topics } from '../storage/topics.ts'
import { eventTable } from './tables.ts'

/** Writes of so long share a round: each round is a transaction of its own. */
const gatherMs = 15
/** The most events of a round; further ones follow at once. */
const most = 1_000
/** How long a round waits for that of another node. */
const turnMs = 5_000

/**
 * PostgreSQL keeps the index entries of numbered events as long as an old snapshot may need them: for hours while a backup
 * runs. A round would read through all of them, so it begins behind the events that were numbered five minutes ago, longer
 * than a transaction can last. Every five minutes a round begins at the beginning all the same.
 */
const settledMs = 300_000

export interface Numberer {
  /** For how many ms there have been events without a position, as far as this node has seen. */
  lagMs(): number
  stop(): Promise<void>
}

/** Numbers the events that there are. */
class Rounds {
  readonly #store: Store
  readonly #numbering: Numbering
  /** The highest arrival that was numbered: so far, at the last full round, and at the one before. */
  #arrivals = { highest: 0, last: 0, settled: 0 }
  #fullAt = Number.NEGATIVE_INFINITY
  /** The tenants that this process has written to since the last round; null stands for all. */
  readonly #told = new Set<number | null>()
  #lookedAt = Number.NEGATIVE_INFINITY
  stopped = false
  waitingSince: number | null = null

  constructor(store: Store, numbering: Numbering) {
    this.#store = store
    this.#numbering = numbering
  }

  tell(db: number): void {
    this.waitingSince ??= performance.now()
    this.#told.add(this.#numbering.waiting ? db : null)
  }

  async run(): Promise<void> {
    const from = this.#begin()
    const told = [...this.#told]
    this.#told.clear()
    const failures: unknown[] = []
    // A tenant whose node is down holds up no other.
    const number = async (tenants: readonly (number | null)[]) => {
      for (const db of tenants) await this.#rounds(from, db).catch(error => failures.push(error))
    }
    await number(told)
    await number(await this.#untold(from))
    if (failures.length > 0) throw failures[0]
    this.waitingSince = null
  }

  /** Events of a process that died after its commit, and of commands, are found by looking: the tenants that have some. */
  async #untold(from: number): Promise<(number | null)[]> {
    const { lookMs, waiting } = this.#numbering
    const now = performance.now()
    if (now - this.#lookedAt < lookMs) return []
    this.#lookedAt = now
    if (!waiting) return [null]
    const found = await this.#store.read(waiting(eventTable.name, 'position', from))
    if (found.length > 0) this.waitingSince ??= now
    return found.map(([db]) => db as number)
  }

  async #rounds(from: number, db: number | null): Promise<void> {
    while (!this.stopped && (await this.#round(from, db)) === most);
  }

  /** The arrival from which on events are looked at. */
  #begin(): number {
    const now = performance.now()
    if (now - this.#fullAt < settledMs) return this.#arrivals.settled
    this.#fullAt = now
    const { highest, last } = this.#arrivals
    this.#arrivals = { highest, last: highest, settled: last }
    return 0
  }

  #round(from: number, tenant: number | null): Promise<number> {
    const { lock, number } = this.#numbering
    return this.#store.write(
      async tx => {
        tx.defer(lock)
        const numbered = await tx.rows(number(eventTable.name, 'position', most, from, tenant))
        for (const db of new Set(numbered.map(row => row.db))) await tx.publish(topics.events, db)
        this.#arrivals.highest = Math.max(this.#arrivals.highest, ...numbered.map(({ arrival }) => arrival))
        return numbered.reduce((sum, { rows }) => sum + rows, 0)
      },
      { timeoutMs: turnMs },
    )
  }
}

/**
 * Any number of nodes may do this: a lock of the store lets one of them number at a time, and is free again the moment
 * its node dies. There is no leader, whose death the others would have to wait out.
 */
export function startNumberer(store: Store, log: Pick<Log, 'error'>): Numberer {
  const { numbering } = store.dialect
  if (!numbering) return { lagMs: () => 0, stop: async () => {} }
  const rounds = new Rounds(store, numbering)
  let running: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let due = Number.POSITIVE_INFINITY
  let [busy, again, failing] = [false, false, false]

  const work = async (): Promise<void> => {
    try {
      await rounds.run()
      failing = false
    } catch (error) {
      // The store is in trouble, which its health says too: one line for each time that it begins.
      if (!failing && !rounds.stopped) log.error('numbering events failed', { error: error as Error })
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
      schedule(again ? gatherMs : numbering.lookMs)
      again = false
    })
  }

  const schedule = (ms: number): void => {
    const at = performance.now() + ms
    if (rounds.stopped || at >= due) return
    due = at
    clearTimeout(timer)
    timer = setTimeout(begin, ms).unref()
  }

  const wake = (db: number) => {
    rounds.tell(db)
    schedule(gatherMs)
  }
  const unsubscribe = store.subscribe(topics.written, wake, () => schedule(gatherMs))
  schedule(numbering.lookMs)
  return {
    lagMs: () => (rounds.waitingSince === null ? 0 : performance.now() - rounds.waitingSince),
    stop: () => {
      rounds.stopped = true
      clearTimeout(timer)
      unsubscribe()
      return running
    },
  }
}
