// Implements a bounded cache with two generations, so that a hit costs one Map look-up.

export class BoundedMap<V> {
  #young = new Map<string, V>()
  #old = new Map<string, V>()
  readonly #half: number

  /** Holds between `limit / 2` and `limit` of the most recently used entries. */
  constructor(limit: number) {
    this.#half = Math.max(1, Math.floor(limit / 2))
  }

  get(key: string): V | undefined {
    const young = this.#young.get(key)
    if (young !== undefined) return young
    const old = this.#old.get(key)
    if (old !== undefined) {
      this.#old.delete(key)
      this.set(key, old)
    }
    return old
  }

  set(key: string, value: V): void {
    if (this.#young.size >= this.#half && !this.#young.has(key)) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(key, value)
    this.#old.delete(key)
  }

  delete(key: string): void {
    this.#young.delete(key)
    this.#old.delete(key)
  }

  clear(): void {
    this.#young.clear()
    this.#old.clear()
  }

  /** Deletes every entry for which `test` holds. It scans all entries, so it is for rare events. */
  deleteWhere(test: (value: V, key: string) => boolean): void {
    for (const map of [this.#young, this.#old]) {
      for (const [key, value] of map) if (test(value, key)) map.delete(key)
    }
  }

  get size(): number {
    return this.#young.size + this.#old.size
  }
}
