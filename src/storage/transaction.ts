// The rules of a transaction that both engines keep: a failed statement ends it, and it is not used after its end.
import { publishLimit, type Query, type Row, type Scalar, type Tx } from './store.ts'

/** What an engine does inside a transaction. */
export interface Executor {
  rows<R = Row>(query: Query): Promise<R[]>
  arrays(query: Query): Promise<Scalar[][]>
  run(query: Query): Promise<number>
  later(query: Query, counted: boolean): Promise<number>
  add(query: Query): Promise<void>
  /** The statement that makes a publication part of the transaction; null where the engine does that at the commit. */
  announcement(topic: string, payload: string): Query | null
}

export interface Publication {
  readonly topic: string
  readonly payload: string
}

export class Transaction implements Tx {
  readonly #executor: Executor
  readonly #publications = new Map<string, Publication>()
  readonly #unawaited: Promise<unknown>[] = []
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

  later(query: Query): void {
    void this.#unawait(() => this.#executor.later(query, false))
  }

  laterCount(query: Query): Promise<number> {
    return this.#unawait(() => this.#executor.later(query, true))
  }

  add(query: Query): void {
    void this.#unawait(() => this.#executor.add(query))
  }

  async publish(topic: string, payload: string): Promise<void> {
    const entry = `${topic}\n${payload}`
    if (Buffer.byteLength(entry) > publishLimit) throw new Error(`A publication is limited to ${publishLimit} bytes`)
    if (this.#publications.has(entry)) return
    this.#publications.set(entry, { topic, payload })
    const announcement = this.#executor.announcement(topic, payload)
    if (announcement) this.later(announcement)
  }

  /** Waits for what was left for later, and throws what has failed. */
  async settled(): Promise<void> {
    await Promise.all(this.#unawaited)
    if (this.#failure !== undefined) throw this.#failure
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

  #unawait<T>(step: () => Promise<T>): Promise<T> {
    this.#refuseAfterEnd()
    const value = this.#guard(step)
    this.#unawaited.push(value.catch(() => {}))
    return value
  }

  #refuseAfterEnd(): void {
    if (this.#ended) throw new Error('The transaction has ended: something of it was not awaited')
  }

  async #guard<T>(step: () => Promise<T>): Promise<T> {
    this.#refuseAfterEnd()
    if (this.#failure !== undefined) throw this.#failure
    try {
      return await step()
    } catch (error) {
      this.#failure ??= error
      throw error
    }
  }
}
