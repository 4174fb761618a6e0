// Runs slow reads in a few processes, which are shared among tenants and users.
import { deserialize } from 'node:v8'
import { FairQueue, type Turn } from '../../../base/scheduling/fair-queue.ts'
import { contestedMs, endedBy } from '../../pacing/slow-turn.ts'
import type { Query, Scalar } from '../../store.ts'
import { ScanPool } from './scan-pool.ts'

/** Processes that stay free for other tenants when one tenant uses all that it may. */
const reserved = 1

export interface ScanOptions {
  /** The tenant and user of the read, and how long it may wait for a process. */
  readonly turn: Turn
  readonly timeoutMs: number
  /** Receives rows in packed pieces. */
  readonly each: (packed: Uint8Array) => void
  /** Aborted when the client of the read is gone. */
  readonly gone?: (() => AbortSignal) | undefined
}

export interface Scans {
  scan(query: Query, options: ScanOptions): Promise<void>
  close(): Promise<void>
}

export class OwnScans implements Scans {
  readonly #pool: ScanPool
  readonly #turns: FairQueue

  /** One tenant may use `processes` at a time. */
  constructor(path: string, processes: number) {
    this.#pool = new ScanPool(path, processes + reserved)
    this.#turns = new FairQueue({ slots: processes, reserved, contestedMs, name: 'long queries' })
  }

  scan(query: Query, { turn, ...options }: ScanOptions): Promise<void> {
    return this.#turns.run(turn, yields => this.#pool.scan(query, { ...options, gone: endedBy(options.gone, yields) }))
  }

  close(): Promise<void> {
    return this.#pool.close()
  }
}

export const unpackRows = (packed: Uint8Array): Scalar[][] => deserialize(packed)
