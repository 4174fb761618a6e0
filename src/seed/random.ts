// Generates pseudo-random numbers that depend on the seed only, on every machine.

export class Random {
  #state: number

  /** Several numbers make one seed, so that each unit can have its own stream. */
  constructor(...seeds: readonly number[]) {
    let hash = 0x9e3779b9
    for (const seed of seeds) {
      hash = Math.imul(hash ^ (seed | 0), 0x85ebca6b)
      hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
      hash ^= hash >>> 16
    }
    this.#state = hash | 0
  }

  /** A number from 0 up to but not including 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }

  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1))
  }

  chance(part: number): boolean {
    return this.next() < part
  }

  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.next() * list.length)] as T
  }

  /** A random item, or undefined when the list is empty. */
  maybe<T>(list: readonly T[]): T | undefined {
    return list.length === 0 ? undefined : this.pick(list)
  }

  /** A random item, with the first items drawn most often. */
  skewed<T>(list: readonly T[]): T {
    const at = this.next()
    return list[Math.floor(at * at * list.length)] as T
  }

  digits(pattern: string): string {
    return pattern.replace(/#/g, () => String(this.between(0, 9)))
  }
}
