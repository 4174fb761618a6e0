// Keeps the unsent values of forms while the tab lives, so that a person who returns to a form finds them.

/** In memory only: browsers store no data of customers. A reload would lose the drafts, so the browser asks before it. */
export class Drafts {
  readonly #values = new Map<string, unknown>()
  readonly #page: Pick<Window, 'addEventListener' | 'removeEventListener'>

  constructor(page: Pick<Window, 'addEventListener' | 'removeEventListener'>) {
    this.#page = page
  }

  get isEmpty(): boolean {
    return this.#values.size === 0
  }

  get(id: string): unknown {
    return this.#values.get(id)
  }

  /** Keeps the values of a form; those with which it began are no draft. */
  set(id: string, value: object, initial: object): void {
    if (JSON.stringify(value) === JSON.stringify(initial)) {
      this.drop(id)
      return
    }
    if (this.#values.size === 0) this.#page.addEventListener('beforeunload', confirmLeave)
    this.#values.set(id, value)
  }

  drop(id: string): void {
    this.#values.delete(id)
    if (this.#values.size === 0) this.#page.removeEventListener('beforeunload', confirmLeave)
  }

  /** The first of these forms that has a draft. */
  firstOf<T extends string>(ids: Readonly<Record<T, string>>): T | null {
    return (Object.keys(ids) as T[]).find(name => this.#values.has(ids[name])) ?? null
  }
}

const confirmLeave = (event: Event): void => event.preventDefault()
