// Which statement texts are kept prepared on a connection, and under which name.

/** A connection keeps every statement that it has prepared, so their number is bounded for good. */
const named = 1_000
const candidates = 2_000

export class StatementNames {
  readonly #names = new Map<string, string>()
  readonly #seenOnce = new Set<string>()

  /** The name that it has got. */
  known(sql: string): string | undefined {
    return this.#names.get(sql)
  }

  /** Whether it has a name, or may still get one. */
  keeps(sql: string): boolean {
    return this.#names.size < named || this.#names.has(sql)
  }

  /** A name from the second time on: a text that is used once is not worth keeping. */
  of(sql: string): string | undefined {
    const name = this.#names.get(sql)
    if (name !== undefined || this.#names.size >= named) return name
    if (!this.#seenOnce.delete(sql)) {
      if (this.#seenOnce.size >= candidates) this.#seenOnce.clear()
      this.#seenOnce.add(sql)
      return undefined
    }
    const fresh = `s${this.#names.size}`
    this.#names.set(sql, fresh)
    return fresh
  }
}
