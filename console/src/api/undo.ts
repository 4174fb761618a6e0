// Keeps what was done in this tab, so that it can be undone in reverse order.

export interface UndoStep {
  /** What was done, as a sentence: "Changed the city of Lakeside Foods". */
  readonly label: string
  readonly undo: () => Promise<void>
}

const most = 100

export class UndoStack {
  #done: readonly UndoStep[] = []
  readonly #listeners = new Set<(done: UndoStep) => void>()
  readonly #underWay = new Set<Promise<unknown>>()

  /** Something is being done that will be pushed when it is answered. */
  await(work: Promise<unknown>): void {
    this.#underWay.add(work)
    const end = () => void this.#underWay.delete(work)
    work.then(end, end)
  }

  push(done: UndoStep): void {
    this.#done = [...this.#done.slice(1 - most), done]
    for (const listener of this.#listeners) listener(done)
  }

  /** Undoes this, or what was done last. Gives what was undone, or null when there is nothing. */
  async undo(wanted?: UndoStep): Promise<UndoStep | null> {
    // A person who undoes before the answer means the last step too.
    if (!wanted) await Promise.allSettled(this.#underWay)
    const which = wanted ?? this.#done.at(-1)
    if (!which || !this.#done.includes(which)) return null
    this.#done = this.#done.filter(one => one !== which)
    try {
      await which.undo()
    } catch (error) {
      this.#done = [...this.#done, which]
      throw error
    }
    return which
  }

  subscribe(listener: (done: UndoStep) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
