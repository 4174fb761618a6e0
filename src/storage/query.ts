// Declares a statement with its values, and what runs it: readers and transactions.
import type { MaybePromise } from '../base/maybe-promise.ts'
import type { Facts } from './facts.ts'
import type { Value } from './row-list.ts'
import type { Row, Scalar } from './scalar.ts'
import type { Topic } from './topics.ts'

/**
 * A statement with its values and with what is known of it. `sql` texts are few and repeat: leaves keep one prepared
 * statement per text.
 */
export interface Query<R = unknown> {
  readonly sql: string
  readonly params: readonly Value[]
  readonly facts?: Facts
  /** Never there: it carries the type of the rows from a statement to who runs it. */
  row?(row: R): void
}

export interface Reader {
  /** Rows as objects, by the names of their columns. */
  rows<R = Row>(query: Query<R>): Promise<R[]>
  /** Rows as arrays, in the order of the select list. The fast way: an engine that has the rows at once gives them at once. */
  read(query: Query): MaybePromise<Scalar[][]>
}

/**
 * What becomes of a deferred statement. Not a promise itself, so that `work` can return it: the count of changed rows may
 * come only after the commit, and `work` must not wait for it.
 */
export interface Deferred {
  readonly count: Promise<number>
}

export interface Tx extends Reader {
  read(query: Query): Promise<Scalar[][]>
  /** Runs a statement whose outcome decides what follows. Gives the number of rows that it changed. */
  run(query: Query): Promise<number>
  /**
   * Runs a statement whose outcome decides nothing that follows in the transaction. Deferred and awaited statements run
   * in the order of their calls, and a failure is that of the transaction. On PostgreSQL a
   * deferred statement costs no round trip, and a transaction of nothing else shares its commit with others; which of
   * them are merged follows from their facts.
   */
  defer(query: Query): Deferred
  /**
   * Tells every node, this one too, once this transaction has committed, and never if it has not. Topic and payload
   * have at most `publishLimit` bytes; the same one twice in a transaction is heard once.
   */
  publish<P>(topic: Topic<P>, payload: P): Promise<void>
}
