// Implements the rules of a transaction on both engines: a failed statement ends it, and it is not used after its end.
import type { MaybePromise } from '../base/scheduling/maybe-promise.ts'
import type { Topic } from './nodes/topics.ts'
import type { ReadTime } from './pacing/read-time.ts'
import { type DeferredResult, publishLimit, type Query, type Row, type Scalar, type Tx } from './store.ts'

/** Runs the statements of a transaction on an engine; synchronous where the engine is. */
export interface Executor {
  rows<R = Row>(query: Query): MaybePromise<R[]>
  read(query: Query, time?: ReadTime): MaybePromise<Scalar[][]>
  run(query: Query): MaybePromise<number>
  defer(query: Query): MaybePromise<number>
  /** The statement that publishes as part of the transaction; null where the engine publishes at the commit. */
  announcement(topic: string, payload: string): Query | null
}

export interface Publication {
  readonly topic: string
  readonly payload: string
  /** See Topic. */
  readonly local?: boolean
  readonly background?: boolean
}

export class Transaction implements Tx {
  readonly #executor: Executor
  readonly #publications = new Map<string, Publication>()
  readonly #deferred: Promise<unknown>[] = []
  #failure: unknown
  #ended = false

  constructor(executor: Executor) {
    this.#executor = executor
  }

  rows<R = Row>(query: Query): Promise<R[]> {
    return this.#guard(() => this.#executor.rows<R>(query))
  }

  read(query: Query, time?: ReadTime): Promise<Scalar[][]> {
    return this.#guard(() => this.#executor.read(query, time))
  }

  run(query: Query): Promise<number> {
    return this.#guard(() => this.#executor.run(query))
  }

  defer(query: Query): DeferredResult {
    this.#refuseAfterEnd()
    try {
      const count = this.#attempt(() => this.#executor.defer(query))
      if (count instanceof Promise) this.#deferred.push(count.catch(() => {}))
      return { count: Promise.resolve(count) }
    } catch (error) {
      const count = Promise.reject(error)
      // The failure ends the transaction, whether or not the caller awaits the count.
      count.catch(() => {})
      return { count }
    }
  }

  async publish<P>(topic: Topic<P>, value: P): Promise<void> {
    const { name, local = false, background = false } = topic
    const payload = topic.encode(value)
    const entry = `${name}\n${payload}`
    if (Buffer.byteLength(entry) > publishLimit) throw new Error(`A publication is limited to ${publishLimit} bytes`)
    if (this.#publications.has(entry)) return
    this.#publications.set(entry, { topic: name, payload, local, background })
    const announcement = local ? null : this.#executor.announcement(name, payload)
    if (announcement) this.defer(announcement)
  }

  /** Waits for deferred statements and throws the first failure. */
  settled(): MaybePromise<void> {
    if (this.#deferred.length > 0) return Promise.all(this.#deferred).then(() => this.#throwFailure())
    this.#throwFailure()
  }

  /** Called before the commit. Rethrows a failure that `work` has caught, since PostgreSQL would not commit it. */
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
