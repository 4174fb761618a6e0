// Orders waiting work: tenants take turns, and so do the users of a tenant; the work of one user stays in the order of arrival.

/** On whose behalf work is done. */
export interface Share {
  readonly tenant: string
  readonly user: string
}

/** Work of the service itself. */
export const ownShare: Share = { tenant: '', user: '' }

interface TenantQueue<T> {
  /** By user; the one whose turn is next comes first. */
  readonly users: Map<string, Set<T>>
  count: number
}

export class RoundRobin<T> {
  /** The tenant whose turn is next comes first. */
  readonly #tenants = new Map<string, TenantQueue<T>>()
  #size = 0

  get size(): number {
    return this.#size
  }

  add({ tenant, user }: Share, item: T): void {
    const waiting = this.#tenants.get(tenant) ?? { users: new Map(), count: 0 }
    const own = waiting.users.get(user) ?? new Set()
    if (own.has(item)) return
    this.#tenants.set(tenant, waiting)
    waiting.users.set(user, own.add(item))
    waiting.count++
    this.#size++
  }

  /** False when the item does not wait any more. */
  delete({ tenant, user }: Share, item: T): boolean {
    const waiting = this.#tenants.get(tenant)
    const own = waiting?.users.get(user)
    if (!waiting || !own?.delete(item)) return false
    if (own.size === 0) waiting.users.delete(user)
    if (--waiting.count === 0) this.#tenants.delete(tenant)
    this.#size--
    return true
  }

  /** Takes the item whose turn it is, of a tenant that may have one. Users for which `isFirst` is true come before others. */
  take(may: (tenant: string) => boolean = () => true, isFirst?: (share: Share) => boolean): T | undefined {
    for (const [tenant, waiting] of this.#tenants) {
      if (!may(tenant)) continue
      const users = [...waiting.users.keys()]
      const user = users.find(one => isFirst?.({ tenant, user: one })) ?? (users[0] as string)
      const own = waiting.users.get(user) as Set<T>
      const [item] = own as unknown as [T]
      this.delete({ tenant, user }, item)
      // Both go to the end of their rounds, as long as work of theirs waits.
      if (waiting.users.delete(user) && own.size > 0) waiting.users.set(user, own)
      if (this.#tenants.delete(tenant) && waiting.count > 0) this.#tenants.set(tenant, waiting)
      return item
    }
    return undefined
  }

  /** How many have their turn before a new item of the tenant. */
  ahead(tenant: string): number {
    const own = this.#tenants.get(tenant)?.count ?? 0
    let ahead = 0
    for (const { count } of this.#tenants.values()) ahead += Math.min(count, own + 1)
    return ahead
  }

  /** All who wait, in no order. */
  *[Symbol.iterator](): Generator<T> {
    for (const { users } of this.#tenants.values()) for (const own of users.values()) yield* own
  }
}
