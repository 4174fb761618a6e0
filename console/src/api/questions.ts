// Keeps questions that a write has for the person; they are answered one after the other.

/** A question that waits for its answer. */
export type PendingQuestion<Q, A> = Q & { readonly answer: (answer: A) => void }

export class Questions<Q, A> {
  #waiting: readonly PendingQuestion<Q, A>[] = []
  readonly #listeners = new Set<() => void>()

  ask(question: Q): Promise<A> {
    return new Promise(resolve => {
      const asked: PendingQuestion<Q, A> = {
        ...question,
        answer: answer => {
          this.#set(this.#waiting.filter(one => one !== asked))
          resolve(answer)
        },
      }
      this.#set([...this.#waiting, asked])
    })
  }

  /** The question to be answered now; for useSyncExternalStore. */
  readonly first = (): PendingQuestion<Q, A> | null => this.#waiting[0] ?? null

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #set(waiting: readonly PendingQuestion<Q, A>[]): void {
    this.#waiting = waiting
    for (const listener of this.#listeners) listener()
  }
}
