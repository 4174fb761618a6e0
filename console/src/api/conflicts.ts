// Asks the person to choose when another person has changed the same fields of a record in the meantime.

export interface Clash {
  readonly path: string
  readonly original: unknown
  readonly mine: unknown
  readonly theirs: unknown
}

export interface LastChange {
  readonly who: string
  readonly when: string
}

export interface Conflict {
  readonly entity: string
  readonly key: string
  readonly clashes: readonly Clash[]
  /** Who changed the record last; null where that is not known. */
  readonly by: LastChange | null
  /** The paths that keep one's own value; null to give one's own changes up. */
  readonly choose: (mine: readonly string[] | null) => void
}

export class Conflicts {
  #waiting: readonly Conflict[] = []
  readonly #listeners = new Set<() => void>()

  ask(
    entity: string,
    key: string,
    clashes: readonly Clash[],
    by: LastChange | null,
  ): Promise<readonly string[] | null> {
    return new Promise(resolve => {
      const conflict: Conflict = {
        entity,
        key,
        clashes,
        by,
        choose: mine => {
          this.#set(this.#waiting.filter(one => one !== conflict))
          resolve(mine)
        },
      }
      this.#set([...this.#waiting, conflict])
    })
  }

  /** The conflict to be decided now; for useSyncExternalStore. */
  readonly first = (): Conflict | null => this.#waiting[0] ?? null

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #set(waiting: readonly Conflict[]): void {
    this.#waiting = waiting
    for (const listener of this.#listeners) listener()
  }
}

/** Whether two values of a field are the same, whatever the order of their members. */
export const same = (a: unknown, b: unknown): boolean => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b))

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value ?? null
  // A DisplayValue follows from the value beside it.
  const { DisplayValue, ...rest } = value as Record<string, unknown>
  const entries = Object.entries(Object.keys(rest).length > 0 ? rest : { DisplayValue })
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, one]) => [name, sorted(one)]))
}
