// Holds the results of a write of many records: a promise of all of them, and an iterator over them as they are written.

/**
 * `await` writes everything and gives the results in the order of the records. `for await` gives each result as its batch is
 * written, and reads no more records than it needs. Use one of the two.
 */
export class WrittenRecords<R> implements AsyncIterable<R>, PromiseLike<R[]> {
  readonly #write: () => AsyncGenerator<R>
  #all: Promise<R[]> | null = null
  #isIterated = false

  constructor(write: () => AsyncGenerator<R>) {
    this.#write = write
    // The work begins by itself, as that of every promise, unless an iterator takes the results one by one.
    queueMicrotask(() => {
      if (!this.#isIterated) this.#results().catch(() => {})
    })
  }

  // biome-ignore lint/suspicious/noThenProperty: the results are awaited like those of a single write.
  then<T = R[], F = never>(
    done?: ((results: R[]) => T | PromiseLike<T>) | null,
    failed?: ((error: unknown) => F | PromiseLike<F>) | null,
  ): Promise<T | F> {
    return this.#results().then(done, failed)
  }

  catch<F = never>(failed: (error: unknown) => F | PromiseLike<F>): Promise<R[] | F> {
    return this.#results().catch(failed)
  }

  finally(done: () => void): Promise<R[]> {
    return this.#results().finally(done)
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<R> {
    if (this.#all) return yield* await this.#all
    if (this.#isIterated) throw new Error('The records are written once: iterate over the results once.')
    this.#isIterated = true
    yield* this.#write()
  }

  #results(): Promise<R[]> {
    if (this.#isIterated) return Promise.reject(new Error('The results go to an iterator: take them from there.'))
    this.#all ??= collect(this.#write())
    return this.#all
  }
}

async function collect<R>(results: AsyncIterable<R>): Promise<R[]> {
  const all: R[] = []
  for await (const result of results) all.push(result)
  return all
}
