// Declares how a store reaches the other processes of the same server, which work on the same store.
import type { MaybePromise } from '../base/maybe-promise.ts'
import type { Publication } from './transaction.ts'

export interface Siblings {
  /**
   * Passes publications of a commit on, and settles when the siblings have heard those on which caches depend: what was
   * written is then in force in all of them before the writer is answered.
   */
  publish(publications: readonly Publication[]): MaybePromise<void>
  /** Sets the function that hears publications of siblings. */
  hear(deliver: (publications: readonly Publication[]) => void): void
}
