// Lists the requests behind the open screen, and the last write, so that a person can send them again.
import type { Body } from './envelope.ts'

export interface ScreenRequest {
  /** What the request is for, in the words of the screen. */
  readonly title: string
  readonly operation: string
  readonly body: Body
  /** The path of a request that is a GET and no operation: `/webhooks/v1/targets`. */
  readonly get?: string
}

const writeId = 'write'

export class ScreenRequests {
  #requests: ReadonlyMap<string, ScreenRequest> = new Map()
  readonly #listeners = new Set<() => void>()

  /** Sets the request of one part of the screen; null removes it. */
  set(id: string, request: ScreenRequest | null): void {
    if ((this.#requests.get(id) ?? null) === request) return
    const next = new Map(this.#requests)
    if (request) next.set(id, request)
    else next.delete(id)
    this.#requests = next
    for (const listener of this.#listeners) listener()
  }

  /** Keeps a write until the next one. */
  setWrite(request: ScreenRequest): void {
    this.set(writeId, request)
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The same map until a request changes; for useSyncExternalStore. */
  readonly snapshot = (): ReadonlyMap<string, ScreenRequest> => this.#requests
}

/** The requests of the tab. */
export const screenRequests = new ScreenRequests()

/** The requests of the screen in the order in which it made them, then the last write. */
export function inOrder(requests: ReadonlyMap<string, ScreenRequest>): readonly ScreenRequest[] {
  const write = requests.get(writeId)
  const reads = [...requests].filter(([id]) => id !== writeId).map(([, request]) => request)
  return write ? [...reads, write] : reads
}
