// What one transaction says to the server. It has a connection of its own from the first statement that somebody waits for;
// what nobody waits for is sent with the next one that somebody does, or else commits together with that of others.
import type { PoolClient } from 'pg'
import type { Query, Row, Scalar } from '../../store.ts'
import type { Executor } from '../../transaction.ts'
import type { Connections } from '../driver/connections.ts'
import { begin, type GroupCommit } from './group-commit.ts'
import { inOrder, type Unasked } from './merge-statements.ts'

export interface TransactionConnectionOptions {
  readonly connections: Connections
  readonly shared: GroupCommit
  /** Run first inside the transaction. */
  readonly settings: readonly Query[]
  readonly announcement: Executor['announcement']
}

export class TransactionConnection implements Executor {
  readonly announcement: Executor['announcement']
  readonly #options: TransactionConnectionOptions
  #waiting: Unasked[] = []
  #client: Promise<PoolClient> | undefined

  constructor(options: TransactionConnectionOptions) {
    this.#options = options
    this.announcement = options.announcement
  }

  rows<R = Row>(query: Query): Promise<R[]> {
    return this.#ask((connections, client) => connections.rows<R>(client, query))
  }

  arrays(query: Query): Promise<Scalar[][]> {
    return this.#ask((connections, client) => connections.arrays(client, query))
  }

  run(query: Query): Promise<number> {
    return this.#ask((connections, client) => connections.run(client, query))
  }

  later(query: Query, counted: boolean): Promise<number> {
    return this.#wait({ query, counted, independent: false })
  }

  add(query: Query): Promise<number> {
    return this.#wait({ query, counted: false, independent: true })
  }

  async commit(): Promise<void> {
    const { shared, settings } = this.#options
    if (this.#client || settings.length > 0) await this.#ask((_, client) => client.query('COMMIT'))
    else if (this.#waiting.length > 0) await shared.add(this.#waiting)
  }

  async rollback(): Promise<void> {
    await (await this.#client)?.query('ROLLBACK')
  }

  /** A connection that is `lost` is of no more use to anybody. */
  release(lost: boolean): void {
    // One that was never had has been reported by whoever asked for it.
    this.#client?.then(client => client.release(lost)).catch(() => {})
  }

  #wait(statement: Omit<Unasked, 'resolve'>): Promise<number> {
    return new Promise(resolve => {
      this.#waiting.push({ ...statement, resolve })
    })
  }

  async #ask<T>(step: (connections: Connections, client: PoolClient) => Promise<T>): Promise<T> {
    const before = this.#waiting
    this.#waiting = []
    this.#client ??= this.#begin()
    const client = await this.#client
    const { connections } = this.#options
    for (const { query, of } of inOrder(before)) {
      const sent = connections.run(client, query)
      for (const { resolve } of of) resolve(sent)
    }
    return step(connections, client)
  }

  async #begin(): Promise<PoolClient> {
    const { connections, settings } = this.#options
    const client = await connections.take()
    // What is wrong with these is told by those that follow them.
    for (const query of [begin, ...settings]) connections.run(client, query).catch(() => {})
    return client
  }
}
