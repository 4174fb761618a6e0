// Declares how a store reaches the other processes of the same server, which work on the same store.
import type { MaybePromise } from '../base/maybe-promise.ts'
import type { Scans } from './sqlite/reads/scans.ts'
import type { Publication } from './transaction.ts'

export interface Siblings {
  /**
   * Passes publications of a commit on, and settles when the siblings have heard those on which caches depend: what was
   * written is then in force in all of them before the writer is answered.
   */
  publish(publications: readonly Publication[]): MaybePromise<void>
  /** Sets the function that hears publications of siblings. */
  hear(deliver: (publications: readonly Publication[]) => void): void
  /** What the processes share on SQLite. */
  readonly file: SharedFile
}

/** A SQLite file that several processes of one server use. */
export interface SharedFile {
  /** Whether the last server on this file did not stop in good order and this process is to check it. */
  readonly stoppedUncleanly: boolean
  /** Whether a check in any of the processes has found the file damaged. */
  isDamaged(): boolean
  /** Tells what a check of this process has found. */
  checked(isSound: boolean): void
  /** Lets processes write in turn. SQLite's own lock has no order: whoever asks at the right moment gets it. */
  readonly turn: WriteTurn
  /** The processes for slow reads, which all share; null when this process has its own. */
  readonly scans: Scans | null
}

export interface WriteTurn {
  /** Comes back when this process may write, or after half a second, since the lock of the file decides in the end. */
  take(): MaybePromise<void>
  /** The group is committed; a sibling that waits is next. */
  leave(): void
}
