// Runs transactions on PostgreSQL and repeats one that has failed when that is safe.
import { StoreUnavailable } from '../../../base/errors.ts'
import type { Turn } from '../../../base/scheduling/fair-queue.ts'
import type { MaybePromise } from '../../../base/scheduling/maybe-promise.ts'
import type { TimingKind } from '../../options.ts'
import type { Query, Tx } from '../../store.ts'
import { type Publication, Transaction } from '../../transaction.ts'
import {
  ConnectionAbandoned,
  isConnectionLoss,
  isNodeLoss,
  isRetryable,
  isUnusable,
  translate,
} from '../driver/failures.ts'
import type { WriteLane } from '../lanes/lane.ts'
import { ofCommit } from './group-commit.ts'
import { TransactionConnection } from './transaction-connection.ts'

const attempts = 8
const firstDelayMs = 10
const longestDelayMs = 500

interface TransactionsOptions {
  readonly announcement: (topic: string, payload: string) => Query
  /** Receives the publications of a commit before its writer is answered. */
  readonly deliver: (publications: readonly Publication[]) => MaybePromise<void>
  readonly onTiming: (kind: TimingKind, ms: number) => void
}

interface RunOptions {
  /** The lane for the statements of a tenant; `tenant` is empty for those of the service itself. */
  readonly lane: (tenant: string) => MaybePromise<WriteLane>
  /** Statements that run first inside the transaction. */
  readonly settings: readonly Query[]
  readonly turn: Turn
}

interface Outcome<T> {
  readonly value: T
  readonly publications: Iterable<Publication>
}

export class Transactions {
  readonly #options: TransactionsOptions

  constructor(options: TransactionsOptions) {
    this.#options = options
  }

  async run<T>(work: (tx: Tx) => Promise<T>, options: RunOptions): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        const { value, publications } = await this.#attempt(work, options)
        const delivered = this.#options.deliver([...publications])
        if (delivered) await delivered
        return value
      } catch (error) {
        if (!isSafeToRepeat(error, attempt)) throw translate(error)
      }
      await backoff(attempt)
    }
  }

  async #attempt<T>(work: (tx: Tx) => Promise<T>, options: RunOptions): Promise<Outcome<T>> {
    const connection = new TransactionConnection({ ...this.#options, ...options })
    let lost = true
    try {
      const outcome = await this.#transaction(connection, work)
      lost = false
      return outcome
    } catch (error) {
      lost = isUnusable(error) || error instanceof StoreUnavailable
      if (!lost) lost = !(await connection.rollback().catch(() => false))
      throw error
    } finally {
      connection.release(lost)
    }
  }

  async #transaction<T>(connection: TransactionConnection, work: (tx: Tx) => Promise<T>): Promise<Outcome<T>> {
    const tx = new Transaction(connection)
    let publications: Iterable<Publication>
    let value: T
    try {
      value = await work(tx)
      publications = tx.end()
    } catch (error) {
      tx.abandon()
      throw error
    }
    const started = performance.now()
    await commit(connection, tx)
    this.#options.onTiming('commit', performance.now() - started)
    return { value, publications }
  }
}

/**
 * COMMIT is sent right behind the deferred statements; if one of them fails, the server rolls back instead. If the connection
 * is lost from here on, the transaction may have been committed, so it must not be repeated.
 */
async function commit(connection: TransactionConnection, tx: Transaction): Promise<void> {
  try {
    await Promise.all([tx.settled(), connection.commit()])
  } catch (cause) {
    throw isConnectionLoss(cause) ? ofCommit(cause) : cause
  }
}

/** After a node was restarted, the first statement of the server on each of its connections to the node fails. */
const isSafeToRepeat = (error: unknown, attempt: number): boolean =>
  attempt < (isNodeLoss(error) ? 2 : attempts) &&
  !(error instanceof ConnectionAbandoned) &&
  (isRetryable(error) || isUnusable(error) || isNodeLoss(error))

/** Waits twice as long each time, with jitter, so that rivals do not meet again. */
function backoff(attempt: number): Promise<void> {
  const longest = Math.min(firstDelayMs * 2 ** (attempt - 1), longestDelayMs)
  return new Promise(resolve => setTimeout(resolve, longest * (0.5 + Math.random() / 2)))
}
