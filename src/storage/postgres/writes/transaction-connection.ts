// Runs the statements of one transaction. The transaction takes a connection at its first awaited statement; deferred
// statements are sent with the next awaited one, or else commit in a group with those of other transactions.
import type { PoolClient } from 'pg'
import type { Turn } from '../../../base/scheduling/fair-queue.ts'
import type { MaybePromise } from '../../../base/scheduling/maybe-promise.ts'
import { tenantOf } from '../../statements/facts.ts'
import type { Query, Row, Scalar } from '../../store.ts'
import type { Executor } from '../../transaction.ts'
import type { Connections } from '../driver/connections.ts'
import { isAfterFailure } from '../driver/failures.ts'
import type { WriteLane } from '../lanes/lane.ts'
import { beginOn, isRolledBack, ofCommit } from './group-commit.ts'
import { type DeferredStatement, mergeNeighbours, sendMerged } from './merge-statements.ts'

interface TransactionConnectionOptions {
  /** The lane for the statements of a tenant; `tenant` is empty for those of the service itself. */
  readonly lane: (tenant: string) => MaybePromise<WriteLane>
  /** Statements that run first inside the transaction. */
  readonly settings: readonly Query[]
  readonly turn: Turn
  readonly announcement: Executor['announcement']
}

export class TransactionConnection implements Executor {
  readonly announcement: Executor['announcement']
  readonly #options: TransactionConnectionOptions
  #deferred: DeferredStatement[] = []
  #begun: Promise<{ readonly connections: Connections; readonly client: PoolClient }> | undefined
  #endTurn = () => {}

  constructor(options: TransactionConnectionOptions) {
    this.#options = options
    this.announcement = options.announcement
  }

  rows<R = Row>(query: Query): Promise<R[]> {
    return this.#send((connections, client) => connections.rows<R>(client, query), query)
  }

  read(query: Query): Promise<Scalar[][]> {
    return this.#send((connections, client) => connections.arrays(client, query), query)
  }

  run(query: Query): Promise<number> {
    return this.#send((connections, client) => connections.run(client, query), query)
  }

  defer(query: Query): Promise<number> {
    return new Promise(resolve => {
      this.#deferred.push({ query, resolve })
    })
  }

  async commit(): Promise<void> {
    const { settings, turn } = this.#options
    if (this.#begun || settings.length > 0) await this.#send((_, client) => sendCommit(client))
    else if (this.#deferred.length > 0) {
      const lane = this.#lane(this.#deferred)
      const { group } = lane instanceof Promise ? await lane : lane
      await group.commit(this.#deferred, turn.share)
    }
  }

  /** False when the connection must be discarded. */
  async rollback(): Promise<boolean> {
    const begun = await this.#begun
    return begun === undefined || isRolledBack(begun.client)
  }

  /** A connection that is `lost` is discarded. */
  release(lost: boolean): void {
    // The statement that needed the connection has reported the failure to take one.
    this.#begun
      ?.then(({ client }) => client.release(lost))
      .catch(() => {})
      .finally(() => this.#endTurn())
  }

  /** Sends the deferred statements and the step right behind them. */
  async #send<T>(step: (connections: Connections, client: PoolClient) => Promise<T>, query?: Query): Promise<T> {
    const deferred = this.#deferred
    this.#deferred = []
    this.#begun ??= this.#begin(deferred, query)
    const { connections, client } = await this.#begun
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

  /** The lane of the tenant on whose behalf the transaction runs, or else of the first tenant that a statement names. */
  #lane(deferred: readonly DeferredStatement[], query?: Query): MaybePromise<WriteLane> {
    const { lane, turn } = this.#options
    if (turn.share.tenant !== '') return lane(turn.share.tenant)
    for (const one of deferred) {
      const tenant = tenantOf(one.query)
      if (tenant !== '') return lane(tenant)
    }
    return lane(query ? tenantOf(query) : '')
  }

  async #begin(
    deferred: readonly DeferredStatement[],
    query?: Query,
  ): Promise<{ connections: Connections; client: PoolClient }> {
    const { settings, turn } = this.#options
    const lane = this.#lane(deferred, query)
    const { connections, turns } = lane instanceof Promise ? await lane : lane
    this.#endTurn = turns.takeNow(turn.share.tenant) ?? (await turns.take(turn))
    const client = await connections.take()
    // A failure here is reported by the statements that follow.
    for (const query of [...beginOn(connections), ...settings]) connections.run(client, query).catch(() => {})
    return { connections, client }
  }
}

const sendCommit = (client: PoolClient): Promise<unknown> =>
  client.query('COMMIT').catch(error => {
    throw ofCommit(error)
  })
