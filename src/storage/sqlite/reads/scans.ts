// Runs slow reads in a few processes, which are shared among tenants and users.
import { deserialize } from 'node:v8'
import { FairQueue, type Turn } from '../../../base/fair-queue.ts'
import type { Query, Scalar } from '../../store.ts'
import { ScanPool } from './scan-pool.ts'

/** Processes beyond those that one tenant may use at a time. */
const reserved = 1

export interface ScanOptions {
  /** Who reads, and how long the read may wait for a process. */
  readonly turn: Turn
  readonly timeoutMs: number
  /** Receives rows in packed pieces. */
  readonly each: (packed: Uint8Array) => void
  /** Tells when nobody wants the rows any more. */
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
    this.#turns = new FairQueue({ slots: processes, reserved, name: 'long queries' })
  }

  scan(query: Query, { turn, ...options }: ScanOptions): Promise<void> {
    return this.#turns.run(turn, () => this.#pool.scan(query, options))
  }

  close(): Promise<void> {
    return this.#pool.close()
  }
}

export const unpackRows = (packed: Uint8Array): Scalar[][] => deserialize(packed)
