// Measures how far the clock of this node is from the clock of the store, which all nodes have in common.
import type { Clock } from '../base/clock.ts'
import type { Job } from '../base/jobs.ts'
import type { Log } from '../base/log.ts'
import { compile } from './statement.ts'
import type { Store } from './store.ts'

/** A smaller difference is left alone: nobody notices it, and a measurement is not exact. */
const smallestMs = 2000
/** A larger difference is not corrected: the clock is wrong and has to be set. */
const largestMs = 5 * 60_000
const warnedFromMs = 5000

export class StoreClock {
  readonly #store: Store
  readonly #clock: Clock
  readonly #log: Pick<Log, 'warn'>
  #correctionSeconds = 0
  #warned = false

  constructor(store: Store, clock: Clock, log: Pick<Log, 'warn'>) {
    this.#store = store
    this.#clock = clock
    this.#log = log
  }

  /** A moment of this node (epoch seconds) by the clock of the store, unless the two differ by more than five minutes. */
  common(now: number): number {
    return now + this.#correctionSeconds
  }

  async measure(): Promise<void> {
    const aheadMs = await aheadOf(this.#store, this.#clock)
    const apart = Math.abs(aheadMs)
    this.#correctionSeconds = apart >= smallestMs && apart <= largestMs ? Math.round(aheadMs / 1000) : 0
    const warns = apart >= warnedFromMs
    if (warns && !this.#warned) {
      const seconds = Math.round(apart / 1000)
      this.#log.warn(`the clock of this machine is ${seconds} s from that of the store; run NTP on all machines`)
    }
    this.#warned = warns
  }

  readonly job: Job = { name: "comparing the clock with the store's", everySeconds: 60, run: () => this.measure() }
}

/** Milliseconds by which the clock of the store is ahead of a clock of this machine. */
export async function aheadOf(store: Store, clock: Clock): Promise<number> {
  const { dynamicBuilder, storeTime } = store.dialect
  const asked = clock.now()
  const [row] = await store.rows<{ ms: number }>(compile(dynamicBuilder.selectNoFrom(storeTime.as('ms'))))
  return Number(row?.ms) - (asked + clock.now()) / 2
}
