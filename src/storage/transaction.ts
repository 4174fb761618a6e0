// The rules of a transaction that both engines keep: a failed statement ends it, and it is not used after its end.
import type { MaybePromise } from '../base/maybe-promise.ts'
import { publishLimit, type Query, type Row, type Scalar, type Tx } from './store.ts'
import type { Topic } from './topics.ts'

/** What an engine does inside a transaction, on the spot where it can. */
export interface Executor {
  rows<R = Row>(query: Query): MaybePromise<R[]>
  arrays(query: Query): MaybePromise<Scalar[][]>
  run(query: Query): MaybePromise<number>
  later(query: Query, counted: boolean): MaybePromise<number>
  add(query: Query): MaybePromise<unknown>
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

  async publish<P>(topic: Topic<P>, value: P): Promise<void> {
    const { name } = topic
    const payload = topic.encode(value)
    const entry = `${name}\n${payload}`
    if (Buffer.byteLength(entry) > publishLimit) throw new Error(`A publication is limited to ${publishLimit} bytes`)
    if (this.#publications.has(entry)) return
    this.#publications.set(entry, { topic: name, payload })
    const announcement = this.#executor.announcement(name, payload)
    if (announcement) this.later(announcement)
  }

  /** Waits for what was left for later, and throws what has failed. */
  settled(): MaybePromise<void> {
    if (this.#unawaited.length > 0) return Promise.all(this.#unawaited).then(() => this.#throwFailure())
    this.#throwFailure()
  }

  /** Called before the commit: rethrows a failure that `work` has swallowed, since PostgreSQL would not commit it. */
  end(): Iterable<Publication> {
    this.#ended = true
    this.#throwFailure()
    return this.#publications.values()
  }

  abandon(): void {
    this.#ended = true
  }

  #guard<T>(step: () => MaybePromise<T>): Promise<T> {
    try {
      return Promise.resolve(this.#attempt(step))
    } catch (error) {
      return Promise.reject(error)
    }
  }

  #unawait<T>(step: () => MaybePromise<T>): Promise<T> {
    this.#refuseAfterEnd()
    try {
      const value = this.#attempt(step)
      if (!(value instanceof Promise)) return Promise.resolve(value)
      this.#unawaited.push(value.catch(() => {}))
      return value
    } catch (error) {
      const failed = Promise.reject(error)
      failed.catch(() => {})
      return failed
    }
  }

  #refuseAfterEnd(): void {
    if (this.#ended) throw new Error('The transaction has ended: something of it was not awaited')
  }

  #throwFailure(): void {
    if (this.#failure !== undefined) throw this.#failure
  }

  #attempt<T>(step: () => MaybePromise<T>): MaybePromise<T> {
    this.#refuseAfterEnd()
    this.#throwFailure()
    try {
      const value = step()
      return value instanceof Promise ? value.catch(error => this.#fail(error)) : value
    } catch (error) {
      return this.#fail(error)
    }
  }

  #fail(error: unknown): never {
    this.#failure ??= error
    throw error
  }
}
