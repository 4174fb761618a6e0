// Keeps the listeners of this process by topic.
import type { Publication } from './transaction.ts'

interface Listener {
  readonly hear: (payload: string) => void
  readonly missed: (() => void) | undefined
}

export class Listeners {
  readonly #byTopic = new Map<string, Set<Listener>>()

  get empty(): boolean {
    return this.#byTopic.size === 0
  }

  add(topic: string, hear: (payload: string) => void, missed?: () => void): () => void {
    const listener: Listener = { hear, missed }
    const listeners = this.#byTopic.get(topic) ?? new Set()
    this.#byTopic.set(topic, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && this.#byTopic.get(topic) === listeners) this.#byTopic.delete(topic)
    }
  }

  deliver({ topic, payload }: Publication): void {
    for (const listener of this.#byTopic.get(topic) ?? []) guarded(() => listener.hear(payload))
  }

  tellMissed(): void {
    for (const listeners of this.#byTopic.values()) {
      for (const listener of listeners) if (listener.missed) guarded(listener.missed)
    }
  }
}

/** A failing listener must affect neither the write that was published nor the other listeners. */
function guarded(step: () => void): void {
  try {
    step()
  } catch (error) {
    process.emitWarning(error instanceof Error ? error : new Error(String(error)))
  }
}
