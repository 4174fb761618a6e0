// Verifies tokens by their digest and slides them, from a cache where it can.
import { BoundedMap } from '../base/caches/bounded-map.ts'
import { type Clock, seconds } from '../base/clock.ts'
import type { MaybePromise } from '../base/scheduling/maybe-promise.ts'
import { digestOf } from '../base/secrets/digest.ts'
import { type Topic, topics } from '../storage/nodes/topics.ts'
import type { Store } from '../storage/store.ts'
import type { Caller, Callers } from './caller.ts'
import { createSlides, type SlideStatement } from './slides.ts'

/** The facts behind a valid token. */
export interface LiveToken {
  readonly caller: Caller
  /** The digest under which the store has the token. */
  readonly digest: string
  /** The id whose publication revokes the token. */
  readonly chain: string
  /** Another chain that revokes the token; null when there is none. */
  readonly madeThrough: string | null
  /** The value of `callers.generation()` when the caller was loaded; the entry is stale when the value has risen. */
  readonly generation: number
  /** How long the token lives without a use; null for one that is not prolonged by uses. */
  readonly idleSeconds: number | null
  /** The end of its longest life. */
  readonly ends: number
  expires: number
}

export interface LiveTokens<T extends LiveToken> {
  /**
   * Verifies a token and slides it; null when it is unknown, expired, revoked, or its user is gone. `again`: a second look
   * for the same request, which is not counted as a hit.
   */
  judge(token: string, again?: boolean): MaybePromise<T | null>
  /** Verifies a token without sliding it. */
  peek(token: string): Promise<T | null>
  /** Writes the slides that are still in memory. */
  flush(): Promise<void>
  close(): Promise<void>
  /** Rises whenever a token may have been revoked, or the rights of a caller may have changed. Expiry does not count. */
  readonly changes: () => number
  readonly counts: { hits: number; misses: number }
}

interface LiveTokensParts<T extends LiveToken> {
  readonly store: Store
  readonly clock: Clock
  readonly callers: Callers
  readonly onFault: (error: unknown) => void
  /** Reads a token from the store; null when there is none that is valid. Expiry is judged here. */
  readonly read: (token: string, digest: string) => Promise<T | null>
  readonly slide: SlideStatement
  /** A publication of this topic empties the cache. */
  readonly emptiedBy?: Topic<string>
}

const remembered = 100_000

const isExpired = (entry: LiveToken, now: number): boolean => now >= entry.expires

export function createLiveTokens<T extends LiveToken>(parts: LiveTokensParts<T>): LiveTokens<T> {
  const { store, clock, callers } = parts
  const cache = createCache<T>(store, parts.emptiedBy)
  const slides = createSlides(store, parts.slide, parts.onFault)
  const counts = { hits: 0, misses: 0 }

  const use = (entry: T, now: number): T => {
    if (entry.idleSeconds !== null) {
      const expires = Math.min(now + entry.idleSeconds, entry.ends)
      if (expires > entry.expires) {
        entry.expires = expires
        slides.add(entry.digest, expires)
      }
    }
    return entry
  }

  const fresh = (digest: string, now: number): T | null => {
    const entry = cache.get(digest)
    return entry && entry.generation === callers.generation() && !isExpired(entry, now) ? entry : null
  }

  const load = async (token: string, digest: string): Promise<T | null> => {
    const before = cache.revocations()
    const entry = await parts.read(token, digest)
    if (!entry) return null
    // This process may have slid the token without having written the slide yet.
    entry.expires = Math.max(entry.expires, slides.expiryOf(entry.digest))
    if (isExpired(entry, seconds(clock))) return null
    if (before === cache.revocations()) cache.set(digest, entry)
    return entry
  }

  return {
    judge(token, again = false) {
      const digest = digestOf(token)
      const now = seconds(clock)
      const entry = fresh(digest, now)
      if (entry) {
        if (!again) counts.hits++
        return use(entry, now)
      }
      counts.misses++
      return load(token, digest).then(read => (read ? use(read, seconds(clock)) : null))
    },
    async peek(token) {
      const digest = digestOf(token)
      return fresh(digest, seconds(clock)) ?? (await load(token, digest))
    },
    flush: slides.flush,
    close() {
      cache.close()
      return slides.close()
    },
    changes: () => cache.revocations() + callers.generation(),
    counts,
  }
}

/** Keeps the entries of tokens until a revocation is published for them. */
function createCache<T extends LiveToken>(store: Store, emptiedBy: Topic<string> | undefined) {
  const known = new BoundedMap<T>(remembered)
  let revocations = 0
  const forget = (payload: string) => {
    revocations++
    known.deleteWhere(e => e.chain === payload || e.madeThrough === payload || e.digest === payload)
  }
  const forgetAll = () => {
    revocations++
    known.clear()
  }
  // Without a connection to the store, revocations may have been missed, so the whole cache is emptied.
  const unsubscribe = [store.subscribe(topics.token, forget, forgetAll)]
  if (emptiedBy) unsubscribe.push(store.subscribe(emptiedBy, forgetAll, forgetAll))
  return {
    get: (digest: string) => known.get(digest),
    set: (digest: string, entry: T) => known.set(digest, entry),
    /** Counts revocations: an entry that was read from the store before a revocation is not cached after it. */
    revocations: () => revocations,
    close() {
      for (const stop of unsubscribe) stop()
    },
  }
}
