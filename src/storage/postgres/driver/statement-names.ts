// Names the statement texts that connections keep prepared.

/** A connection never drops a prepared statement, so their number is limited. */
const named = 1_000
const candidates = 2_000
/** Nobody repeats such a statement, and its text and plan are as large as it is. */
const longestText = 50_000

export class StatementNames {
  readonly #names = new Map<string, string>()
  readonly #seenOnce = new Set<string>()

  /** The name of a text that has one. */
  known(sql: string): string | undefined {
    return this.#names.get(sql)
  }

  /** Whether a text has a name or can still get one. */
  keeps(sql: string): boolean {
    return sql.length <= longestText && (this.#names.size < named || this.#names.has(sql))
  }

  /** A text gets a name the second time it is used, since one-off texts are not worth preparing. */
  of(sql: string): string | undefined {
    const name = this.#names.get(sql)
    if (name !== undefined || this.#names.size >= named || sql.length > longestText) return name
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
