// Implements the worker's side of what workers share on SQLite: the turn to write, and the processes for slow reads.
import { received } from '../base/sent-failure.ts'
import type { SharedFile, WriteTurn } from '../storage/nodes/siblings.ts'
import type { ScanOptions, Scans } from '../storage/sqlite/reads/scans.ts'
import type { Query } from '../storage/store.ts'
import type { Assignment, FileCalls, FileNews } from './calls.ts'
import type { Peer } from './peer.ts'

type Supervisor = Pick<Peer<FileCalls, FileNews>, 'ask' | 'tell'>

/** A writer that does not get its turn in time tries the lock of the file: the holder may have stalled. */
const patienceMs = 500

export function workerFile(supervisor: Supervisor, { file }: Assignment): { shared: SharedFile; news: FileNews } {
  const turn = new Turn(supervisor)
  const scans = new SharedScans(supervisor)
  let isDamaged = file.isDamaged
  return {
    shared: {
      stoppedUncleanly: file.stoppedUncleanly,
      isDamaged: () => isDamaged,
      checked: isSound => supervisor.tell('checked', isSound),
      turn,
      scans,
    },
    news: {
      turn: () => turn.granted(),
      turnWanted: () => turn.wanted(),
      rows: ({ number, packed }) => scans.rows(number, packed),
      damaged: () => {
        isDamaged = true
      },
    },
  }
}

/** Keeps the turn between groups until a sibling requests it, so that a worker that writes alone requests it once. */
class Turn implements WriteTurn {
  readonly #supervisor: Supervisor
  #isMine = false
  #isAsked = false
  #isWanted = false
  #isWriting = false
  #begin: (() => void) | undefined

  constructor(supervisor: Supervisor) {
    this.#supervisor = supervisor
  }

  take(): Promise<void> | undefined {
    this.#isWriting = true
    if (this.#isMine) return undefined
    if (!this.#isAsked) this.#supervisor.tell('wantTurn', null)
    this.#isAsked = true
    return new Promise(resolve => {
      const late = setTimeout(resolve, patienceMs)
      this.#begin = () => {
        clearTimeout(late)
        resolve()
      }
    })
  }

  leave(): void {
    this.#isWriting = false
    if (this.#isMine && this.#isWanted) this.#giveUp()
  }

  granted(): void {
    this.#isMine = true
    this.#isAsked = false
    this.#isWanted = false
    this.#begin?.()
    this.#begin = undefined
  }

  wanted(): void {
    this.#isWanted = true
    if (this.#isMine && !this.#isWriting) this.#giveUp()
  }

  #giveUp(): void {
    this.#isMine = false
    this.#supervisor.tell('leaveTurn', null)
  }
}

/** Runs slow reads in the processes of the supervisor. */
class SharedScans implements Scans {
  readonly #supervisor: Supervisor
  readonly #running = new Map<number, ScanOptions['each']>()
  #count = 0

  constructor(supervisor: Supervisor) {
    this.#supervisor = supervisor
  }

  async scan(query: Query, { turn, timeoutMs, each, gone }: ScanOptions): Promise<void> {
    const number = ++this.#count
    const signal = gone?.()
    signal?.throwIfAborted()
    const failed = Promise.withResolvers<never>()
    const end = (reason: unknown) => {
      this.#running.delete(number)
      this.#supervisor.tell('endScan', number)
      failed.reject(reason)
    }
    const abort = () => end(signal?.reason)
    signal?.addEventListener('abort', abort)
    this.#running.set(number, packed => {
      try {
        each(packed)
      } catch (error) {
        end(error)
      }
    })
    try {
      const { share, waitMs } = turn
      const asked = this.#supervisor.ask('scan', { number, query, share, waitMs, timeoutMs })
      const failure = await Promise.race([asked, failed.promise])
      if (failure) throw received(failure)
    } finally {
      this.#running.delete(number)
      signal?.removeEventListener('abort', abort)
    }
  }

  rows(number: number, packed: Uint8Array): void {
    this.#running.get(number)?.(packed)
  }

  /** The processes are the supervisor's. */
  async close(): Promise<void> {}
}
