// Verifies and slides bearer tokens, from a cache where it can.

import type { Caller, Callers } from '../../accounts/caller.ts'
import { BoundedMap } from '../../base/bounded-map.ts'
import { type Clock, seconds } from '../../base/clock.ts'
import { digestOf } from '../../base/digest.ts'
import { prefixes } from '../../entities/rules/credentials.ts'
import type { Store } from '../../storage/store.ts'
import { topics } from '../../storage/topics.ts'
import type { Applications } from '../applications.ts'
import { personalByDigest } from '../statements.ts'
import { isExpired, slid } from './lifetimes.ts'
import { pairDigest } from './pair-digest.ts'
import { newestPair, pairByAccess } from './pair-statements.ts'
import { createSlides } from './slides.ts'

/** The facts behind a valid token. */
interface Grant {
  readonly caller: Caller
  readonly kind: 'access' | 'personal'
  readonly clientId: string | null
}

export interface BearerTokens {
  /**
   * Verifies a token and slides it; null when it is unknown, expired, revoked, or its user is gone. `again`: a second look
   * for the same request, which is not counted as a hit.
   */
  judge(token: string, again?: boolean): Grant | null | Promise<Grant | null>
  /** Verifies a token without sliding it, for introspection. */
  peek(token: string): Promise<(Grant & { readonly expires: number; readonly created: number | null }) | null>
  /** Writes the slides that are still in memory. */
  flush(): Promise<void>
  close(): Promise<void>
  /** Rises whenever a token may have been revoked, or the rights of a caller may have changed. Expiry does not count. */
  readonly changes: () => number
  readonly counts: { hits: number; misses: number }
}

interface BearerTokensParts {
  readonly store: Store
  readonly clock: Clock
  readonly callers: Callers
  readonly applications: Applications
  readonly onFault: (error: unknown) => void
}

interface Entry {
  /** The digest under which the store has the token. */
  readonly digest: string
  /**
   * The id whose publication revokes the token: the chain of an access token, the record of a personal access token.
   */
  readonly chain: string
  /** The chain of the application's token through which a personal access token was made. */
  readonly madeThrough: string | null
  readonly grant: Grant
  readonly created: number | null
  readonly ends: number
  /** The value of `callers.generation()` when the caller was loaded; the entry is stale when the value has risen. */
  readonly generation: number
  expires: number
}

const remembered = 100_000
const tokenMaxLength = 200

const isToken = (token: string): boolean =>
  token.length <= tokenMaxLength && (token.startsWith(prefixes.access) || token.startsWith(prefixes.personal))

export function createBearerTokens(parts: BearerTokensParts): BearerTokens {
  const { store, clock, callers } = parts
  const cache = createCache(store)
  const slides = createSlides(store, parts.onFault)
  const counts = { hits: 0, misses: 0 }

  const use = (entry: Entry, now: number): Grant => {
    if (entry.grant.kind === 'access') {
      const expires = slid(entry, now)
      if (expires > entry.expires) {
        entry.expires = expires
        slides.add(entry.digest, expires)
      }
    }
    return entry.grant
  }

  const fresh = (digest: string, now: number): Entry | null => {
    const entry = cache.get(digest)
    return entry && entry.generation === callers.generation() && !isExpired(entry, now) ? entry : null
  }

  const load = async (token: string, digest: string): Promise<Entry | null> => {
    const before = cache.revocations()
    const entry = await readEntry(parts, token, digest)
    if (!entry) return null
    // This process may have slid the token without having written the slide yet.
    entry.expires = Math.max(entry.expires, slides.expiryOf(entry.digest))
    if (isExpired(entry, seconds(clock))) return null
    if (before === cache.revocations()) cache.set(digest, entry)
    return entry
  }

  return {
    judge(token, again = false) {
      if (!isToken(token)) return null
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
      if (!isToken(token)) return null
      const digest = digestOf(token)
      const entry = fresh(digest, seconds(clock)) ?? (await load(token, digest))
      return entry ? { ...entry.grant, expires: entry.expires, created: entry.created } : null
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
function createCache(store: Store) {
  const known = new BoundedMap<Entry>(remembered)
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
  const unsubscribe = [
    store.subscribe(topics.token, forget, forgetAll),
    store.subscribe(topics.application, forgetAll, forgetAll),
  ]
  return {
    get: (digest: string) => known.get(digest),
    set: (digest: string, entry: Entry) => known.set(digest, entry),
    /** Counts revocations: an entry that was read from the store before a revocation is not cached after it. */
    revocations: () => revocations,
    close() {
      for (const stop of unsubscribe) stop()
    },
  }
}

const readEntry = (parts: BearerTokensParts, token: string, digest: string): Promise<Entry | null> =>
  token.startsWith(prefixes.personal) ? readPersonal(parts, digest) : readAccess(parts, pairDigest(token, digest))

async function readAccess(parts: BearerTokensParts, digest: string): Promise<Entry | null> {
  const [row] = await parts.store.rows(pairByAccess(parts.store.dialect, { digest }))
  if (!row || row.revoked !== null || row.access_revoked !== null) return null
  const generation = parts.callers.generation()
  const application = await parts.applications.find(row.client_id)
  const person = await parts.callers.find(row.db, row.uid)
  if (!person || !application || row.began < person.sessionsFrom) return null
  const caller = { ...person, application: application.name, chain: row.chain, scope: row.scope.split(' ') }
  return {
    digest,
    chain: row.chain,
    madeThrough: null,
    grant: { caller, kind: 'access', clientId: row.client_id },
    created: row.created,
    ends: row.access_ends,
    generation,
    expires: row.access_expires,
  }
}

async function readPersonal(parts: BearerTokensParts, digest: string): Promise<Entry | null> {
  const [row] = await parts.store.rows(personalByDigest(parts.store.dialect, { digest }))
  if (!row?.expires) return null
  const generation = parts.callers.generation()
  const person = await parts.callers.find(row.db, row.user_id)
  const grantEnds = row.chain === null ? row.expires : await endOfGrant(parts, row.chain)
  if (!person || grantEnds === null) return null
  const caller = { ...person, application: null, chain: row.chain, scope: row.scope.split(' ') }
  return {
    digest,
    chain: row.id,
    madeThrough: row.chain,
    grant: { caller, kind: 'personal', clientId: null },
    created: null,
    ends: row.expires,
    generation,
    // A refresh moves the end of the grant, which is read again when this entry has expired.
    expires: Math.min(row.expires, grantEnds),
  }
}

/** The moment after which nobody can refresh the chain; null when the chain is revoked, or its user or application is gone. */
async function endOfGrant(parts: BearerTokensParts, chain: string): Promise<number | null> {
  const [pair] = await parts.store.rows(newestPair(parts.store.dialect, { chain }))
  if (!pair) return null
  const application = await parts.applications.find(pair.client_id)
  const owner = await parts.callers.find(pair.db, pair.uid)
  if (!application || !owner || pair.began < owner.sessionsFrom) return null
  return Math.max(pair.refresh_expires, pair.access_expires)
}
