// Measures the difference between the clock of this node and that of the store, which all nodes share.
import type { Clock } from '../../base/clock.ts'
import type { Log } from '../../base/log/log.ts'
import type { Job } from '../../base/scheduling/jobs.ts'
import { compile } from '../statement.ts'
import type { Store } from '../store.ts'

/** A smaller difference is not corrected: it does no harm, and the measurement is not exact. */
const smallestMs = 2000
/** A larger difference is not corrected: the clock is wrong and has to be set. */
const largestMs = 5 * 60_000
const warnedFromMs = 5000
/** A measurement that took longer is repeated, so often at most. */
const slowestMs = 1000
const measurements = 5

export class StoreClock {
  readonly #store: Store
  readonly #clock: Clock
  readonly #log: Pick<Log, 'warn'>
  #correctionSeconds = 0
  #aheadMs = 0
  #warned = false

  constructor(store: Store, clock: Clock, log: Pick<Log, 'warn'>) {
    this.#store = store
    this.#clock = clock
    this.#log = log
  }

  /** Converts a moment of this node (epoch seconds) to the clock of the store, unless they differ by more than five minutes. */
  common(now: number): number {
    return now + this.#correctionSeconds
  }

  /** The same in milliseconds, as exactly as the difference was measured: leases end by it. */
  commonMs(now: number): number {
    return now + this.#aheadMs
  }

  async measure(): Promise<void> {
    const aheadMs = await this.#bestOf(measurements)
    if (aheadMs === null) return
    const apart = Math.abs(aheadMs)
    this.#correctionSeconds = apart >= smallestMs && apart <= largestMs ? Math.round(aheadMs / 1000) : 0
    this.#aheadMs = apart <= largestMs ? Math.round(aheadMs) : 0
    const warns = apart >= warnedFromMs
    if (warns && !this.#warned) {
      const seconds = Math.round(apart / 1000)
      this.#log.warn(`the clock of this machine is ${seconds} s from that of the store; run NTP on all machines`)
    }
    this.#warned = warns
  }

  /** Null when no answer came quickly: a measurement is wrong by up to half of the time that it took. */
  async #bestOf(times: number): Promise<number | null> {
    for (let i = 0; i < times; i++) {
      const asked = this.#clock.now()
      const aheadMs = await aheadOf(this.#store, this.#clock)
      if (this.#clock.now() - asked <= slowestMs) return aheadMs
    }
    return null
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
