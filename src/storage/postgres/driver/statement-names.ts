// Names the statement texts that connections keep prepared; the least recently used text loses its name to a new one.

export const mostNames = 1_000
const candidates = 2_000

export class StatementNames {
  /** By text; the least recently used text first. */
  readonly #names = new Map<string, string>()
  readonly #current = new Set<string>()
  readonly #seenOnce = new Set<string>()
  readonly #enabled: boolean
  #count = 0

  /** Disabled behind a transaction pooler, which may send the next use of a name to another session. */
  constructor(enabled = true) {
    this.#enabled = enabled
  }

  known(sql: string): string | undefined {
    return this.#names.get(sql)
  }

  /** False for a name that its text has lost: connections close that statement. */
  isCurrent(name: string): boolean {
    return this.#current.has(name)
  }

  /** A text gets a name the second time it is used, since one-off texts are not worth preparing. */
  of(sql: string): string | undefined {
    if (!this.#enabled) return undefined
    const name = this.#names.get(sql)
    if (name !== undefined) {
      this.#names.delete(sql)
      this.#names.set(sql, name)
      return name
    }
    if (!this.#seenOnce.delete(sql)) {
      if (this.#seenOnce.size >= candidates) this.#seenOnce.clear()
      this.#seenOnce.add(sql)
      return undefined
    }
    return this.#give(sql)
  }

  /** A name is never used again for another text, since connections may still have the old one prepared. */
  #give(sql: string): string {
    if (this.#names.size >= mostNames) {
      const [[oldest, lost]] = this.#names as unknown as [[string, string]]
      this.#names.delete(oldest)
      this.#current.delete(lost)
    }
    const fresh = `s${this.#count++}`
    this.#names.set(sql, fresh)
    this.#current.add(fresh)
    return fresh
  }
}
