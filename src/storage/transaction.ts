// The rules of a transaction that both engines keep: a failed statement ends it, and it is not used after its end.
import { publishLimit, type Query, type Row, type Scalar, type Tx } from './store.ts'

/** What an engine does inside a transaction. */
export interface Executor {
  rows<R = Row>(query: Query): Promise<R[]>
  arrays(query: Query): Promise<Scalar[][]>
  run(query: Query): Promise<number>
  /** Makes the publication part of the transaction. */
  announce(topic: string, payload: string): Promise<void>
}

export interface Publication {
  readonly topic: string
  readonly payload: string
}

export class Transaction implements Tx {
  readonly #executor: Executor
  readonly #publications = new Map<string, Publication>()
  #failure: unknown
  #ended = false

  constructor(executor: Executor) {
    this.#executor = executor
  }

  rows<R = Row>(query: Query): Promise<R[]> {
    return this.#guard(() => this.#executor.rows<R>(query))
  }

  arrays(query: Query): Promise<Scalar[][]> {
    return this.#guard(() => this.#executor.arrays(query))
  }

  run(query: Query): Promise<number> {
    return this.#guard(() => this.#executor.run(query))
  }

  async publish(topic: string, payload: string): Promise<void> {
    const entry = `${topic}\n${payload}`
    if (Buffer.byteLength(entry) > publishLimit) throw new Error(`A publication is limited to ${publishLimit} bytes`)
    if (this.#publications.has(entry)) return
    this.#publications.set(entry, { topic, payload })
    await this.#guard(() => this.#executor.announce(topic, payload))
  }

  /** Called before the commit: rethrows a failure that `work` has swallowed, since PostgreSQL would not commit it. */
  end(): Iterable<Publication> {
    this.#ended = true
    if (this.#failure !== undefined) throw this.#failure
    return this.#publications.values()
  }

  abandon(): void {
    this.#ended = true
  }

  async #guard<T>(step: () => Promise<T>): Promise<T> {
    if (this.#ended) throw new Error('The transaction has ended: something of it was not awaited')
    if (this.#failure !== undefined) throw this.#failure
    try {
      return await step()
    } catch (error) {
      this.#failure ??= error
      throw error
    }
  }
}
