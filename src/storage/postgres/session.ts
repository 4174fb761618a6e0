// What one transaction says to the server: statements that nobody waits for are sent with the next one that somebody does.
import type { PoolClient } from 'pg'
import type { Query, Row, Scalar } from '../store.ts'
import type { Executor } from '../transaction.ts'
import type { Connections } from './connections.ts'
import { mergeInserts, mostMerged } from './merge-inserts.ts'

interface Waiting {
  readonly query: Query
  /** An INSERT that may share its statement with its neighbours. */
  readonly mergeable: boolean
  readonly resolve: (count: number | Promise<number>) => void
}

export class Session implements Executor {
  readonly announcement: Executor['announcement']
  readonly #connections: Connections
  readonly #client: PoolClient
  readonly #settings: readonly Query[]
  #waiting: Waiting[] = []
  #begun = false

  /** `settings` run first inside the transaction. */
  constructor(
    connections: Connections,
    client: PoolClient,
    settings: readonly Query[],
    announcement: Executor['announcement'],
  ) {
    this.#connections = connections
    this.#client = client
    this.#settings = settings
    this.announcement = announcement
  }

  /** False while the server has heard nothing of the transaction. */
  get begun(): boolean {
    return this.#begun
  }

  rows<R = Row>(query: Query): Promise<R[]> {
    this.#flush()
    return this.#connections.rows<R>(this.#client, query)
  }

  arrays(query: Query): Promise<Scalar[][]> {
    this.#flush()
    return this.#connections.arrays(this.#client, query)
  }

  run(query: Query): Promise<number> {
    this.#flush()
    return this.#connections.run(this.#client, query)
  }

  later(query: Query): Promise<number> {
    return this.#wait(query, false)
  }

  async add(query: Query): Promise<void> {
    await this.#wait(query, true)
  }

  /** What is one statement needs no transaction around it. */
  async commit(): Promise<void> {
    const [group, ...more] = this.#groups()
    if (!this.#begun && this.#settings.length === 0 && more.length === 0) {
      if (group) await this.#send(group)
      return
    }
    this.#flush()
    await this.#client.query('COMMIT')
  }

  #wait(query: Query, mergeable: boolean): Promise<number> {
    return new Promise(resolve => {
      this.#waiting.push({ query, mergeable, resolve })
    })
  }

  #flush(): void {
    if (!this.#begun) {
      this.#begun = true
      // What is wrong with these is told by those that follow them.
      for (const query of [begin, ...this.#settings]) this.#connections.run(this.#client, query).catch(() => {})
    }
    for (const group of this.#groups()) void this.#send(group)
    this.#waiting = []
  }

  /** What waits, in its order, with neighbours together that make one statement. */
  #groups(): Waiting[][] {
    const groups: Waiting[][] = []
    for (const one of this.#waiting) {
      const group = groups.at(-1)
      if (one.mergeable && group?.[0]?.mergeable && group.length < mostMerged) group.push(one)
      else groups.push([one])
    }
    return groups
  }

  #send(group: readonly Waiting[]): Promise<number> {
    const sent = this.#connections.run(this.#client, mergeInserts(group.map(one => one.query)))
    for (const { resolve } of group) resolve(sent)
    return sent
  }
}

const begin: Query = { sql: 'BEGIN', params: [] }
