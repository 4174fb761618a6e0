// Declares a statement with its values, and the readers and transactions that run it.
import type { MaybePromise } from '../base/scheduling/maybe-promise.ts'
import type { Topic } from './nodes/topics.ts'
import type { ReadTime } from './pacing/read-time.ts'
import type { Facts } from './statements/facts.ts'
import type { Value } from './statements/row-list.ts'
import type { Row, Scalar } from './statements/scalar.ts'

/**
 * A statement with its values and its facts. There are few `sql` texts and they repeat: an engine keeps one prepared
 * statement per text.
 */
export interface Query<R = unknown> {
  readonly sql: string
  readonly params: readonly Value[]
  readonly facts?: Facts
  /** Never set: it carries the row type from the statement to the code that runs it. */
  row?(row: R): void
}

export interface Reader {
  /** Rows as objects, by the names of their columns. */
  rows<R = Row>(query: Query<R>): Promise<R[]>
  /** Rows as arrays, in the order of the select list. Faster than `rows`, and synchronous on an engine that is synchronous. */
  read(query: Query): MaybePromise<Scalar[][]>
}

/**
 * The result of a deferred statement. Not a promise itself, so that `work` can return it: the count of changed rows may
 * come only after the commit, and `work` must not wait for it.
 */
export interface DeferredResult {
  readonly count: Promise<number>
}

export interface Tx extends Reader {
  /**
   * `time` limits the reads of a transaction over a caller's values on an engine that runs them in the thread of all requests; a
   * read beyond it throws Overrun, which ends the transaction.
   */
  read(query: Query, time?: ReadTime): Promise<Scalar[][]>
  /** Runs a statement whose result decides what follows. Returns the number of rows that it changed. */
  run(query: Query): Promise<number>
  /**
   * Runs a statement whose result no later step of the transaction needs. Deferred and awaited statements run in the order
   * of their calls, and a failure fails the transaction. On PostgreSQL a deferred statement costs no round trip, and a
   * transaction of only deferred statements shares its commit with others; their facts decide which are merged.
   */
  defer(query: Query): DeferredResult
  /**
   * Notifies every node, including this one, after the transaction has committed. Topic and payload have at most
   * `publishLimit` bytes; a publication that is repeated within a transaction is delivered once.
   */
  publish<P>(topic: Topic<P>, payload: P): Promise<void>
}
