// Gives committed events their positions, on an engine that cannot do so in the commit itself.
import type { Log } from '../base/log/log.ts'
import type { Numbering } from '../storage/dialect.ts'
import { topics } from '../storage/nodes/topics.ts'
import type { Store } from '../storage/store.ts'
import { mostNumbered, numberOldest, unnumberedEvents } from './number-events.ts'

/** Writes within this time share a round: each round is a transaction of its own. */
const gatherMs = 15

/**
 * PostgreSQL keeps the index entries of numbered events as long as an old snapshot may need them: for hours while a backup
 * runs. A round would read through all of them, so it begins behind the events that were numbered five minutes ago, longer
 * than a transaction can last. Every five minutes a round begins at the beginning all the same.
 */
const settledMs = 300_000

export interface Numberer {
  /** How long there have been events without a position, as far as this node knows; milliseconds. */
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
  readonly #written = new Set<number | null>()
  #lookedAt = Number.NEGATIVE_INFINITY
  stopped = false
  waitingSince: number | null = null

  constructor(store: Store, numbering: Numbering) {
    this.#store = store
    this.#numbering = numbering
  }

  /** Notes that a tenant was written to; false when its rows have their numbers already. */
  noteWritten(db: number): boolean {
    const turns = this.#numbering.turnsOf(db)
    if (turns.length === 0) return false
    this.waitingSince ??= performance.now()
    for (const turn of turns) this.#written.add(turn)
    return true
  }

  async run(): Promise<void> {
    const from = this.#begin()
    const written = [...this.#written]
    this.#written.clear()
    const failures: unknown[] = []
    // A tenant whose node is down holds up no other.
    const number = (tenants: readonly (number | null)[]) =>
      Promise.all(tenants.map(db => this.#rounds(from, db).catch(error => failures.push(error))))
    await number(written)
    await number(await this.#unannounced(from))
    if (failures.length > 0) throw failures[0]
    this.waitingSince = null
  }

  /** The tenants with events that were not announced: those of commands, and of a process that died after its commit. */
  async #unannounced(from: number): Promise<readonly (number | null)[]> {
    const now = performance.now()
    if (now - this.#lookedAt < this.#numbering.lookMs) return []
    this.#lookedAt = now
    const found = await this.#numbering.findTurns(this.#store, unnumberedEvents(from))
    if (found.some(db => db !== null)) this.waitingSince ??= now
    return found
  }

  async #rounds(from: number, db: number | null): Promise<void> {
    while (!this.stopped) {
      const { count, arrival } = await numberOldest(this.#store, from, db)
      this.#arrivals.highest = Math.max(this.#arrivals.highest, arrival)
      // Further events follow at once.
      if (count < mostNumbered) return
    }
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
}

/**
 * Any number of nodes may do this: a lock of the store lets one of them number at a time, and is free again the moment
 * its node dies. There is no leader whose death the others would have to wait for.
 */
export function startNumberer(store: Store, log: Pick<Log, 'error'>): Numberer {
  const { numbering } = store.dialect
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
      // The health of the store shows the failure too: one line when it begins.
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
    if (rounds.noteWritten(db)) schedule(gatherMs)
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
