// Implements a cache that is bounded by the weight of its entries, with two generations.

interface Entry<V> {
  readonly value: V
  readonly weight: number
}

export class WeightedMap<V> {
  #young = new Map<string, Entry<V>>()
  #old = new Map<string, Entry<V>>()
  #weight = 0
  readonly #half: number

  /** Holds at most `limit` of weight: the entries that were used most recently. */
  constructor(limit: number) {
    this.#half = limit / 2
  }

  get(key: string): V | undefined {
    const young = this.#young.get(key)
    if (young !== undefined) return young.value
    const old = this.#old.get(key)
    if (old === undefined) return undefined
    this.#old.delete(key)
    this.#add(key, old)
    return old.value
  }

  /** An entry heavier than half of the limit is not kept. */
  set(key: string, value: V, weight: number): void {
    if (weight > this.#half) return
    this.delete(key)
    this.#add(key, { value, weight })
  }

  delete(key: string): void {
    const young = this.#young.get(key)
    if (young) this.#weight -= young.weight
    this.#young.delete(key)
    this.#old.delete(key)
  }

  clear(): void {
    this.#young.clear()
    this.#old.clear()
    this.#weight = 0
  }

  get size(): number {
    return this.#young.size + this.#old.size
  }

  #add(key: string, entry: Entry<V>): void {
    if (this.#weight + entry.weight > this.#half) {
      this.#old = this.#young
      this.#young = new Map()
      this.#weight = 0
    }
    this.#young.set(key, entry)
    this.#weight += entry.weight
  }
}
