// Verifies and slides bearer tokens: access tokens of applications and personal access tokens.
import type { Callers } from '../../accounts/caller.ts'
import { createLiveTokens, type LiveToken, type LiveTokens } from '../../accounts/live-tokens.ts'
import { type Clock, seconds } from '../../base/clock.ts'
import { prefixes } from '../../entities/rules/credentials.ts'
import { topics } from '../../storage/nodes/topics.ts'
import type { Store } from '../../storage/store.ts'
import type { Applications } from '../applications.ts'
import { hasScope } from '../scope.ts'
import { personalByDigest } from '../statements.ts'
import { accessIdleSeconds } from './lifetimes.ts'
import { pairDigest } from './pair-digest.ts'
import { newestPair, pairByAccess, slideAccess } from './pair-statements.ts'

interface BearerToken extends LiveToken {
  readonly kind: 'access' | 'personal'
  readonly clientId: string | null
  readonly created: number | null
}

export type BearerTokens = LiveTokens<BearerToken>

interface BearerTokensParts {
  readonly store: Store
  readonly clock: Clock
  readonly callers: Callers
  readonly clients: Applications
  readonly onFault: (error: unknown) => void
}

const tokenMaxLength = 200

/** The prefixes of the tokens that are taken; others are unknown without a look into the store. */
interface Accepted {
  readonly access: string
  /** Whether a personal token is taken. */
  isPersonalTaken(made: PersonalFacts): boolean
}

interface PersonalFacts {
  /** The grant of the application through which it was made; null for one that a person or an operator made. */
  readonly chain: string | null
  readonly scope: readonly string[]
}

const literal: Accepted = { access: prefixes.access, isPersonalTaken: () => true }

/**
 * The access tokens of assistants, which are good at /mcp alone, and the personal tokens that people make for themselves. One
 * that was made through an application is refused: by it a grant for the data API would become one for /mcp.
 */
export const ofAssistants: Accepted = {
  access: prefixes.assistant,
  isPersonalTaken: ({ chain, scope }) => chain === null && hasScope({ scope }, 'read'),
}

/** Those that tell who a person is, and are good at userinfo alone. */
export const ofIdentity: Accepted = { access: prefixes.identity, isPersonalTaken: () => false }

/** Those that are bound to a key. What each is for stands in the token. */
export const ofKeys: Accepted = { access: prefixes.bound, isPersonalTaken: () => false }

export function createBearerTokens(parts: BearerTokensParts, accepted: Accepted = literal): BearerTokens {
  const isToken = (token: string): boolean => {
    const prefix = token.slice(0, accepted.access.length)
    return token.length <= tokenMaxLength && (prefix === accepted.access || prefix === prefixes.personal)
  }
  const live = createLiveTokens<BearerToken>({
    ...parts,
    read: (token, digest) =>
      token.startsWith(prefixes.personal)
        ? readPersonal(parts, digest, accepted)
        : readAccess(parts, pairDigest(token, digest)),
    slide: slideAccess,
    emptiedBy: topics.application,
  })
  return {
    ...live,
    judge: (token, again) => (isToken(token) ? live.judge(token, again) : null),
    peek: async token => (isToken(token) ? live.peek(token) : null),
  }
}

async function readAccess(parts: BearerTokensParts, digest: string): Promise<BearerToken | null> {
  const [row] = await parts.store.rows(pairByAccess(parts.store.dialect, { digest }))
  if (!row || row.revoked !== null || row.access_revoked !== null) return null
  const generation = parts.callers.generation()
  const application = await parts.clients.find(row.client_id)
  const person = await parts.callers.find(row.db, row.uid)
  if (!person || !application || row.began <= person.sessionsFrom) return null
  return {
    caller: { ...person, application: application.name, chain: row.chain, scope: row.scope.split(' ') },
    kind: 'access',
    clientId: row.client_id,
    created: row.created,
    digest,
    chain: row.chain,
    madeThrough: null,
    generation,
    idleSeconds: accessIdleSeconds,
    ends: row.access_ends,
    expires: row.access_expires,
  }
}

async function readPersonal(
  parts: BearerTokensParts,
  digest: string,
  { isPersonalTaken }: Accepted,
): Promise<BearerToken | null> {
  const [row] = await parts.store.rows(personalByDigest(parts.store.dialect, { digest }))
  if (!row?.expires) return null
  const scope = row.scope.split(' ')
  if (!isPersonalTaken({ chain: row.chain, scope })) return null
  const generation = parts.callers.generation()
  const person = await parts.callers.find(row.db, row.user_id)
  const grantEnds = row.chain === null ? row.expires : await endOfGrant(parts, row.chain)
  if (!person || grantEnds === null) return null
  return {
    caller: {
      ...person,
      application: null,
      chain: row.chain,
      scope,
      personalToken: row.id,
    },
    kind: 'personal',
    clientId: null,
    created: null,
    digest,
    chain: row.id,
    madeThrough: row.chain,
    generation,
    idleSeconds: null,
    ends: row.expires,
    // A refresh moves the end of the grant, which is read again when this entry has expired.
    expires: Math.min(row.expires, grantEnds),
  }
}

/** When the chain can no longer be refreshed; null when it is revoked, or its user or application was deleted. */
async function endOfGrant(parts: Omit<BearerTokensParts, 'onFault'>, chain: string): Promise<number | null> {
  const [pair] = await parts.store.rows(newestPair(parts.store.dialect, { chain }))
  if (!pair || pair.revoked !== null) return null
  const application = await parts.clients.find(pair.client_id)
  const owner = await parts.callers.find(pair.db, pair.uid)
  if (!application || !owner || pair.began <= owner.sessionsFrom) return null
  return Math.max(pair.refresh_expires, pair.access_expires)
}

/** Whether the grant of a chain can still be used. */
export const grantLiveness =
  (parts: Omit<BearerTokensParts, 'onFault'>) =>
  async (chain: string): Promise<boolean> =>
    ((await endOfGrant(parts, chain)) ?? 0) > seconds(parts.clock)
