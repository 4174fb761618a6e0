// Measures the processor time of server and store, which a machine with other work disturbs less than rates.
import { cpuSecondsOf } from './children.ts'
import type { Engine, Stores } from './stores.ts'

/** Seconds so far; the store's are null where it runs in the server, or on a server that the bench has not started. */
export interface CpuTimes {
  readonly server: number
  readonly store: number | null
}

/** Milliseconds for each request. */
type CpuCost = CpuTimes

export const cpuOf =
  (pid: number, stores: Pick<Stores, 'postgresPid'>, engine: Engine): (() => CpuTimes) =>
  () => {
    const store = engine === 'postgres' ? stores.postgresPid : null
    return { server: cpuSecondsOf(pid), store: store === null ? null : cpuSecondsOf(store) }
  }

/** Adds up what rounds cost. */
export class CpuMeter {
  readonly #now: (() => CpuTimes) | undefined
  #server = 0
  #store: number | null = null
  #count = 0

  constructor(now: (() => CpuTimes) | undefined) {
    this.#now = now
  }

  async during<R extends { readonly count: number }>(round: () => Promise<R>): Promise<R> {
    const before = this.#now?.()
    const result = await round()
    const after = this.#now?.()
    if (!before || !after) return result
    this.#server += after.server - before.server
    if (before.store !== null && after.store !== null) this.#store = (this.#store ?? 0) + after.store - before.store
    this.#count += result.count
    return result
  }

  /** Null when nothing was measured. */
  cost(): CpuCost | null {
    if (this.#count === 0) return null
    const each = (seconds: number) => (seconds * 1000) / this.#count
    return { server: each(this.#server), store: this.#store === null ? null : each(this.#store) }
  }
}

export const wholeCost = ({ server, store }: CpuCost): number => server + (store ?? 0)
