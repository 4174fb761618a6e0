// Declares how a store reaches the other processes of the same server, its siblings, which use the same store.
import type { MaybePromise } from '../../base/scheduling/maybe-promise.ts'
import type { Scans } from '../sqlite/reads/scans.ts'
import type { Publication } from '../transaction.ts'

export interface Siblings {
  /**
   * Sends the publications of a commit to the siblings. Settles when they have received those that caches depend on, so that
   * the write is in force in all processes before the writer is answered.
   */
  publish(publications: readonly Publication[]): MaybePromise<void>
  /** Sets the function that receives the publications of siblings. */
  hear(deliver: (publications: readonly Publication[]) => void): void
  readonly file: SharedFile
}

export interface SharedFile {
  /** Whether the last server on this file did not stop in good order and this process is to check it. */
  readonly stoppedUncleanly: boolean
  /** Whether a check in any of the processes has found the file damaged. */
  isDamaged(): boolean
  /** Reports the result of a check by this process. */
  checked(isSound: boolean): void
  /** Lets processes write in turn. SQLite's own lock has no order. */
  readonly turn: WriteTurn
  /** The shared processes for slow reads; null when this process has its own. */
  readonly scans: Scans | null
}

export interface WriteTurn {
  /** Settles when this process may write, or after half a second: the lock of the file protects the writes in any case. */
  take(): MaybePromise<void>
  /** Called after the commit of a group; a waiting sibling is next. */
  leave(): void
}
