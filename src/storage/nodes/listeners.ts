// Keeps the listeners of this process by topic.
import type { MaybePromise } from '../../base/scheduling/maybe-promise.ts'
import type { Publication } from '../transaction.ts'
import type { Siblings } from './siblings.ts'
import type { Topic } from './topics.ts'

interface Listener {
  readonly hear: (payload: string) => void
  readonly missed: (() => void) | undefined
}

export class Listeners {
  readonly #byTopic = new Map<string, Set<Listener>>()
  readonly #siblings: Siblings | undefined

  /** `before` is called before publications of siblings are delivered. */
  constructor(siblings?: Siblings, before?: () => void) {
    this.#siblings = siblings
    siblings?.hear(publications => {
      before?.()
      this.deliver(publications)
    })
  }

  get empty(): boolean {
    return this.#byTopic.size === 0
  }

  add<P>(topic: Topic<P>, hear: (payload: P) => void, missed?: () => void): () => void {
    const { name } = topic
    const listener: Listener = { hear: text => hear(topic.decode(text)), missed }
    const listeners = this.#byTopic.get(name) ?? new Set()
    this.#byTopic.set(name, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && this.#byTopic.get(name) === listeners) this.#byTopic.delete(name)
    }
  }

  /** Delivers publications of this process to its listeners and to the siblings; see Siblings.publish. */
  publish(publications: readonly Publication[]): MaybePromise<void> {
    this.deliver(publications)
    return this.#siblings?.publish(publications)
  }

  deliver(publications: Iterable<Publication>): void {
    for (const { topic, payload } of publications) {
      for (const listener of this.#byTopic.get(topic) ?? []) guarded(() => listener.hear(payload))
    }
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
