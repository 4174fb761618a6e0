// Verifies and slides bearer tokens from a cache, and writes the slides to the store in batches (write-behind).
import type { Caller, Callers } from '../../accounts/caller.ts'
import { BoundedMap } from '../../base/bounded-map.ts'
import { type Clock, seconds } from '../../base/clock.ts'
import { digestOf } from '../../base/digest.ts'
import { prefixes } from '../../base/secret.ts'
import type { Store } from '../../storage/store.ts'
import type { Applications } from '../applications.ts'
import { type PersonalRow, personalByDigest } from '../statements.ts'
import { isExpired, slid } from './lifetimes.ts'
import { pairDigest } from './pair-digest.ts'
import { type PairRow, pairByAccess, slideAccess } from './pair-statements.ts'

/** The facts behind a valid token. */
interface Grant {
  readonly caller: Caller
  readonly kind: 'access' | 'personal'
  readonly clientId: string | null
}

export interface BearerTokens {
  /** Verifies a token and slides it; null when it is unknown, expired, revoked, or its user is gone. */
  judge(token: string): Grant | null | Promise<Grant | null>
  /** Verifies a token without sliding it, for introspection. */
  peek(token: string): Promise<(Grant & { readonly expires: number; readonly created: number | null }) | null>
  /** Writes the slides that are still in memory. */
  flush(): Promise<void>
  close(): Promise<void>
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
  readonly grant: Grant
  readonly created: number | null
  readonly ends: number
  /** The value of `callers.generation()` when the caller was loaded; the entry is stale when the value has risen. */
  readonly generation: number
  expires: number
}

const remembered = 100_000
const flushMs = 3000
const tokenMaxLength = 200

export function createBearerTokens(parts: BearerTokensParts): BearerTokens {
  const { store, clock, callers } = parts
  const known = new BoundedMap<Entry>(remembered)
  const slidden = new Map<string, Entry>()
  const counts = { hits: 0, misses: 0 }
  // Counts revocations: an entry that was read from the store before a revocation is not cached after it.
  let revocations = 0

  const forget = (payload: string) => {
    revocations++
    known.deleteWhere(entry => entry.chain === payload || entry.digest === payload)
  }
  const forgetAll = () => {
    revocations++
    known.clear()
  }
  // Without a connection to the store, revocations may have been missed, so the whole cache is emptied.
  const unsubscribe = [
    store.subscribe('token', forget, forgetAll),
    store.subscribe('application', forgetAll, forgetAll),
  ]

  const use = (entry: Entry, now: number): Grant => {
    if (entry.grant.kind === 'access') {
      const expires = slid(entry, now)
      if (expires > entry.expires) {
        entry.expires = expires
        slidden.set(entry.digest, entry)
      }
    }
    return entry.grant
  }

  const fresh = (digest: string, now: number): Entry | null => {
    const entry = known.get(digest)
    return entry && entry.generation === callers.generation() && !isExpired(entry, now) ? entry : null
  }

  const load = async (token: string, digest: string): Promise<Entry | null> => {
    const before = revocations
    const entry = token.startsWith(prefixes.personal)
      ? await readPersonal(parts, digest)
      : await readAccess(parts, pairDigest(token, digest))
    if (!entry) return null
    // This process may have slid the token without having written the slide yet.
    entry.expires = Math.max(entry.expires, slidden.get(entry.digest)?.expires ?? 0)
    if (isExpired(entry, seconds(clock))) return null
    if (before === revocations) known.set(digest, entry)
    return entry
  }

  const isToken = (token: string): boolean =>
    token.length <= tokenMaxLength && (token.startsWith(prefixes.access) || token.startsWith(prefixes.personal))

  const flush = async (): Promise<void> => {
    if (slidden.size === 0) return
    const batch = [...slidden.values()]
    slidden.clear()
    const bySecond = Map.groupBy(batch, entry => entry.expires)
    try {
      await store.write(async tx => {
        for (const [expires, entries] of bySecond) {
          await tx.run(slideAccess(store.dialect, { digests: entries.map(e => e.digest).sort(), expires }))
        }
      })
    } catch (error) {
      // The slides are kept for the next flush, so that a store failure does not end sessions that are in use.
      for (const entry of batch) if (!slidden.has(entry.digest)) slidden.set(entry.digest, entry)
      throw error
    }
  }
  const timer = setInterval(() => flush().catch(parts.onFault), flushMs).unref()

  return {
    judge(token) {
      if (!isToken(token)) return null
      const digest = digestOf(token)
      const now = seconds(clock)
      const entry = fresh(digest, now)
      if (entry) {
        counts.hits++
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
    flush,
    async close() {
      clearInterval(timer)
      for (const stop of unsubscribe) stop()
      await flush().catch(parts.onFault)
    },
    counts,
  }
}

async function readAccess(parts: BearerTokensParts, digest: string): Promise<Entry | null> {
  const [row] = await parts.store.rows<PairRow>(pairByAccess(parts.store.dialect, { digest }))
  if (!row || row.revoked !== null || row.access_revoked !== null) return null
  const generation = parts.callers.generation()
  const application = await parts.applications.find(row.client_id)
  const person = await parts.callers.find(row.db, row.uid)
  if (!person || !application) return null
  const caller = { ...person, application: application.name, scope: row.scope.split(' ') }
  return {
    digest,
    chain: row.chain,
    grant: { caller, kind: 'access', clientId: row.client_id },
    created: row.created,
    ends: row.access_ends,
    generation,
    expires: row.access_expires,
  }
}

async function readPersonal(parts: BearerTokensParts, digest: string): Promise<Entry | null> {
  const [row] = await parts.store.rows<PersonalRow>(personalByDigest(parts.store.dialect, { digest }))
  if (!row?.expires) return null
  const generation = parts.callers.generation()
  const person = await parts.callers.find(row.db, row.user_id)
  if (!person) return null
  const caller = { ...person, application: null, scope: row.scope.split(' ') }
  return {
    digest,
    chain: row.id,
    grant: { caller, kind: 'personal', clientId: null },
    created: null,
    ends: row.expires,
    generation,
    expires: row.expires,
  }
}
