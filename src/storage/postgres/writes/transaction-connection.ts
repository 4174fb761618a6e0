// Runs the statements of one transaction. The transaction takes a connection at its first awaited statement; deferred
// statements are sent with the next awaited one, or else commit in a group with those of other transactions.
import type { PoolClient } from 'pg'
import type { FairQueue, Turn } from '../../../base/fair-queue.ts'
import type { Query, Row, Scalar } from '../../store.ts'
import type { Executor } from '../../transaction.ts'
import type { Connections } from '../driver/connections.ts'
import { isAfterFailure } from '../driver/failures.ts'
import { beginOn, type GroupCommit, isRolledBack, ofCommit } from './group-commit.ts'
import { type DeferredStatement, mergeNeighbours, sendMerged } from './merge-statements.ts'

interface TransactionConnectionOptions {
  readonly connections: Connections
  readonly group: GroupCommit
  /** Statements that run first inside the transaction. */
  readonly settings: readonly Query[]
  readonly turns: FairQueue
  readonly turn: Turn
  readonly announcement: Executor['announcement']
}

export class TransactionConnection implements Executor {
  readonly announcement: Executor['announcement']
  readonly #options: TransactionConnectionOptions
  #deferred: DeferredStatement[] = []
  #client: Promise<PoolClient> | undefined
  #endTurn = () => {}

  constructor(options: TransactionConnectionOptions) {
    this.#options = options
    this.announcement = options.announcement
  }

  rows<R = Row>(query: Query): Promise<R[]> {
    return this.#send((connections, client) => connections.rows<R>(client, query))
  }

  read(query: Query): Promise<Scalar[][]> {
    return this.#send((connections, client) => connections.arrays(client, query))
  }

  run(query: Query): Promise<number> {
    return this.#send((connections, client) => connections.run(client, query))
  }

  defer(query: Query): Promise<number> {
    return new Promise(resolve => {
      this.#deferred.push({ query, resolve })
    })
  }

  async commit(): Promise<void> {
    const { group, settings } = this.#options
    if (this.#client || settings.length > 0) await this.#send((_, client) => sendCommit(client))
    else if (this.#deferred.length > 0) await group.commit(this.#deferred, this.#options.turn.share)
  }

  /** False when the connection is of no more use. */
  async rollback(): Promise<boolean> {
    const client = await this.#client
    return client === undefined || isRolledBack(client)
  }

  /** A connection that is `lost` is of no more use to anybody. */
  release(lost: boolean): void {
    // A connection that could not be taken was reported by the statement that wanted it.
    this.#client
      ?.then(client => client.release(lost))
      .catch(() => {})
      .finally(() => this.#endTurn())
  }

  /** Sends the deferred statements and, right behind them, the step. */
  async #send<T>(step: (connections: Connections, client: PoolClient) => Promise<T>): Promise<T> {
    const deferred = this.#deferred
    this.#deferred = []
    this.#client ??= this.#begin()
    const client = await this.#client
    const { connections } = this.#options
    const sent = mergeNeighbours(deferred).map(merged => {
      const counts = sendMerged(connections, client, merged)
      for (const [i, { resolve }] of merged.of.entries()) resolve(counts.then(all => all[i] as number))
      return counts
    })
    try {
      return await step(connections, client)
    } catch (error) {
      // A deferred statement has failed before the step: its failure is the one to report.
      if (isAfterFailure(error)) await Promise.all(sent)
      throw error
    }
  }

  async #begin(): Promise<PoolClient> {
    const { connections, settings, turns, turn } = this.#options
    this.#endTurn = turns.takeNow(turn.share.tenant) ?? (await turns.take(turn))
    const client = await connections.take()
    // A failure here is reported by the statements that follow.
    for (const query of [...beginOn(connections), ...settings]) connections.run(client, query).catch(() => {})
    return client
  }
}

const sendCommit = (client: PoolClient): Promise<unknown> =>
  client.query('COMMIT').catch(error => {
    throw ofCommit(error)
  })
