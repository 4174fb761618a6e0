// Follows the changes that others make, by long poll, and has reads repeated whose answers they change.
import type { QueryClient } from '@tanstack/react-query'
import type { Api } from './client.ts'
import { Refused, SignInAgain } from './errors.ts'

interface Change {
  readonly entity: string
  /** Null when all records of the entity may have changed. */
  readonly key: string | null
}

interface Event {
  readonly entity: string
  readonly data: { readonly key: string; readonly version: number | null }
}

interface Page {
  readonly events: readonly Event[]
  readonly next: string
}

const waitSeconds = 30
/** Many changes at once make one repetition. */
const gatherMs = 400
const pauseMs = 5000

export class Feed {
  readonly #api: Api
  readonly #queries: QueryClient
  readonly #versionOf: (key: string) => number
  readonly #listeners = new Set<(changes: readonly Change[]) => void>()
  #waiting: Change[] = []

  /** `versionOf` gives the Version of a record that the tab has already. */
  constructor(api: Api, queries: QueryClient, versionOf: (key: string) => number) {
    this.#api = api
    this.#queries = queries
    this.#versionOf = versionOf
  }

  /** Calls the listener with the changes of others and of this tab. */
  subscribe(listener: (changes: readonly Change[]) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  announce(changes: readonly Change[]): void {
    if (this.#waiting.length === 0) setTimeout(() => this.#tell(), gatherMs)
    this.#waiting.push(...changes)
  }

  /** Follows until the returned function is called. A hidden tab does not ask. */
  follow(): () => void {
    const end = new AbortController()
    void this.#run(end.signal)
    return () => end.abort()
  }

  async #run(signal: AbortSignal): Promise<void> {
    let after = 'now'
    while (!signal.aborted) {
      try {
        await visible(signal)
        const wait = after === 'now' ? 0 : waitSeconds
        const query = new URLSearchParams({ after, wait: String(wait), payload: 'thin', limit: '500' })
        const page = await this.#api.get<Page>(`webhooks/v1/events?${query}`, signal)
        after = page.next
        const news = page.events.filter(({ data: { key, version } }) => !version || version > this.#versionOf(key))
        if (news.length > 0) this.announce(news.map(({ entity, data: { key } }) => ({ entity, key })))
      } catch (error) {
        if (signal.aborted || error instanceof SignInAgain) return
        // Events were lost; everything may have changed.
        if (error instanceof Refused && error.status === 410) {
          after = 'now'
          await this.#queries.invalidateQueries()
        }
        await new Promise(resolve => setTimeout(resolve, pauseMs))
      }
    }
  }

  #tell(): void {
    const changes = this.#waiting
    this.#waiting = []
    const entities = new Set(changes.map(({ entity }) => entity))
    const isAbout = (about: unknown): boolean => Array.isArray(about) && about.some(entity => entities.has(entity))
    void this.#queries.invalidateQueries({ predicate: ({ meta }) => isAbout(meta?.entities) })
    for (const listener of this.#listeners) listener(changes)
  }
}

/** Resolves when the tab is seen. */
function visible(signal: AbortSignal): Promise<void> {
  if (document.visibilityState === 'visible') return Promise.resolve()
  return new Promise((resolve, reject) => {
    const look = (): void => {
      if (document.visibilityState !== 'visible') return
      document.removeEventListener('visibilitychange', look)
      resolve()
    }
    document.addEventListener('visibilitychange', look)
    signal.addEventListener('abort', () => reject(signal.reason))
  })
}
