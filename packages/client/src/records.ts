// Iterates over the records of a Read page by page.

interface Page<R> {
  readonly records: readonly R[]
  /** The key of the next page; null after the last one. */
  readonly next: string | null
}

/** The records of a read. Each use sends the request anew. */
export class Records<R> implements AsyncIterable<R> {
  readonly #load: (pageKey: string | null, seen: number) => Promise<Page<R>>

  constructor(load: (pageKey: string | null, seen: number) => Promise<Page<R>>) {
    this.#load = load
  }

  /** The records page by page; a page without records is passed over. */
  async *pages(): AsyncGenerator<readonly R[]> {
    let next: string | null = null
    let seen = 0
    do {
      const page: Page<R> = await this.#load(next, seen)
      seen += page.records.length
      next = page.next
      if (page.records.length > 0) yield page.records
    } while (next !== null)
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<R> {
    for await (const page of this.pages()) yield* page
  }

  /** All records as one array. */
  async all(): Promise<R[]> {
    const records: R[] = []
    for await (const page of this.pages()) records.push(...page)
    return records
  }

  /** The first record; null when there is none. */
  async first(): Promise<R | null> {
    for await (const record of this) return record
    return null
  }
}
