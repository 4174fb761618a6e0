// The supervisor's side of a shared SQLite file: the turn to write, the processes for slow reads, and the running marker.
import { DatabaseSync } from 'node:sqlite'
import { toSend } from '../base/sent-failure.ts'
import { OwnScans } from '../storage/sqlite/reads/scans.ts'
import { RunningMarker } from '../storage/sqlite/running-marker.ts'
import type { Assignment, FileCalls, FileNews } from './calls.ts'
import type { Peer } from './peer.ts'

type Worker = Pick<Peer<FileNews, FileCalls>, 'tell'>

export class SupervisedFile {
  readonly #path: string
  readonly #marker: RunningMarker
  readonly #scans: OwnScans
  readonly #turns = new Turns()
  readonly #ends = new Map<Worker, Map<number, AbortController>>()
  /** Whether the next server has to check the file. */
  #isUnchecked: boolean
  #isFirst = true
  #isDamaged = false

  constructor(path: string, scanProcesses: number) {
    this.#path = path
    this.#marker = new RunningMarker(path)
    this.#isUnchecked = this.#marker.stoppedUncleanly
    this.#scans = new OwnScans(path, scanProcesses)
  }

  /** The first worker checks a file whose last server was killed. */
  assignment(): Assignment['file'] {
    const stoppedUncleanly = this.#isFirst && this.#marker.stoppedUncleanly
    this.#isFirst = false
    return { stoppedUncleanly, isDamaged: this.#isDamaged }
  }

  calls(worker: Worker): FileCalls {
    const ends = new Map<number, AbortController>()
    this.#ends.set(worker, ends)
    return {
      wantTurn: () => this.#turns.want(worker),
      leaveTurn: () => this.#turns.leave(worker),
      scan: async ({ number, query, share, waitMs, timeoutMs }) => {
        const end = new AbortController()
        const gone = () => end.signal
        ends.set(number, end)
        const each = (packed: Uint8Array) => worker.tell('rows', { number, packed })
        try {
          await this.#scans.scan(query, { turn: { share, waitMs, gone }, timeoutMs, each, gone })
          return null
        } catch (error) {
          return toSend(error)
        } finally {
          ends.delete(number)
        }
      },
      endScan: number => ends.get(number)?.abort(new Error('The read was cancelled.')),
      checked: isSound => {
        this.#isUnchecked = false
        if (isSound) return
        this.#isDamaged = true
        for (const one of this.#ends.keys()) one.tell('damaged', null)
      },
    }
  }

  /** The worker has ended: its turn is passed on and its slow reads are cancelled. */
  forget(worker: Worker): void {
    this.#turns.leave(worker)
    for (const end of this.#ends.get(worker)?.values() ?? []) end.abort(new Error('The worker has ended.'))
    this.#ends.delete(worker)
  }

  /** Called when all workers have ended. */
  async close(): Promise<void> {
    await this.#scans.close()
    foldLog(this.#path)
    if (!this.#isUnchecked && !this.#isDamaged) this.#marker.remove()
  }
}

/** The last connection of all moves the write-ahead log into the file; that of a process which was ended does not. */
function foldLog(path: string): void {
  try {
    const database = new DatabaseSync(path)
    database.prepare('SELECT count(*) FROM sqlite_schema').get()
    database.close()
  } catch {
    // The next server does the same.
  }
}

/** Grants the turn to write to one worker after the other, in the order of their requests. */
class Turns {
  #holder: Worker | undefined
  readonly #waiting = new Set<Worker>()

  want(worker: Worker): void {
    if (this.#holder === worker) return
    this.#waiting.add(worker)
    if (this.#holder) this.#holder.tell('turnWanted', null)
    else this.#next()
  }

  leave(worker: Worker): void {
    this.#waiting.delete(worker)
    if (this.#holder !== worker) return
    this.#holder = undefined
    this.#next()
  }

  #next(): void {
    const [next] = this.#waiting
    if (!next) return
    this.#waiting.delete(next)
    this.#holder = next
    next.tell('turn', null)
    if (this.#waiting.size > 0) next.tell('turnWanted', null)
  }
}
