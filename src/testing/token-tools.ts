// Signs users in without pages and ends tokens early, which test mode needs and no client can ask for.
import { seconds } from '../base/clock.ts'
import { digestOf } from '../base/secrets/digest.ts'
import { redirect, type WebHandler } from '../base/web.ts'
import { prefixes } from '../entities/rules/credentials.ts'
import type { EntityTables } from '../model/entity-tables.ts'
import { authorizeEndpoint, authorizeOutcome } from '../oauth/authorize/endpoint.ts'
import type { EndpointParts } from '../oauth/endpoint-parts.ts'
import { revokeChain } from '../oauth/grants/revocation.ts'
import { personalByDigest } from '../oauth/statements.ts'
import type { OauthTables } from '../oauth/tables.ts'
import { pairDigest } from '../oauth/tokens/pair-digest.ts'
import { type PairRow, pairByAccess, pairByRefresh } from '../oauth/tokens/pair-statements.ts'
import type { SignedInUser } from '../sign-in/attempt.ts'
import { topics } from '../storage/nodes/topics.ts'
import { type Args, statementsOn } from '../storage/statement.ts'

const statement = statementsOn<OauthTables & EntityTables>()

const endAccess = statement((db, p: Args<{ access: string; now: number }>) =>
  db
    .updateTable('oauth_pair')
    .set({ access_expires: p('now') })
    .where('access', '=', p('access')),
)
const endRefresh = statement((db, p: Args<{ refresh: string; now: number }>) =>
  db
    .updateTable('oauth_pair')
    .set({ refresh_expires: p('now') })
    .where('refresh', '=', p('refresh')),
)
const setUsed = statement((db, p: Args<{ refresh: string; used: number }>) =>
  db
    .updateTable('oauth_pair')
    .set({ used: p('used') })
    .where('refresh', '=', p('refresh'))
    .where('used', 'is not', null),
)

const endPersonal = statement((db, p: Args<{ db: number; id: string; now: number }>) =>
  db
    .updateTable('personal_access_token')
    .set({ expires: p('now') })
    .where('db', '=', p('db'))
    .where('id', '=', p('id')),
)

/** The owner of a token; a personal access token has no client. */
interface TokenOwner {
  readonly db: number
  readonly clientId: string | null
  /** The id of the record of a personal access token. */
  readonly personal: string | null
}

export interface TokenTools {
  /** The authorize endpoint with all its checks, for a user who counts as signed in. */
  authorizeAs(who: SignedInUser): WebHandler
  /** Null for a text that is no token of this store. */
  ownerOf(token: string): Promise<TokenOwner | null>
  /** Ends a token as if it had expired; false when there is no such token. */
  expire(token: string): Promise<boolean>
  /** Revokes the whole chain of a token; false when there is none, or it has ended. */
  revoke(token: string): Promise<boolean>
  /** Moves the use of a used refresh token to before its retry window, so that it returns its pair no longer. */
  forgetRetry(refreshToken: string): Promise<boolean>
}

export function createTokenTools(parts: EndpointParts): TokenTools {
  const { store, clock, bearerTokens, policy } = parts
  const { dialect } = store
  const outcome = authorizeOutcome(parts)
  const isRefresh = (token: string) => token.startsWith(prefixes.refresh)
  const pairOf = async (token: string): Promise<PairRow | undefined> => {
    const digest = pairDigest(token)
    return (await store.rows((isRefresh(token) ? pairByRefresh : pairByAccess)(dialect, { digest })))[0]
  }
  const personalOf = async (token: string) =>
    token.startsWith(prefixes.personal)
      ? (await store.rows(personalByDigest(dialect, { digest: digestOf(token) })))[0]
      : undefined
  return {
    authorizeAs: who =>
      authorizeEndpoint(parts, async (browser, { request }) => {
        const { location } = await store.write(tx =>
          outcome.finish(tx, request, { ...who, email: '', proofs: [] }, browser),
        )
        return redirect(location)
      }),
    ownerOf: async token => {
      const personal = await personalOf(token)
      if (personal) return { db: personal.db, clientId: null, personal: personal.id }
      const pair = await pairOf(token)
      return pair ? { db: pair.db, clientId: pair.client_id, personal: null } : null
    },
    expire: async token => {
      const now = seconds(clock)
      const personal = await personalOf(token)
      if (personal) {
        const { db, id } = personal
        await store.write(async tx => {
          await tx.run(endPersonal(dialect, { db, id, now }))
          await tx.publish(topics.token, id)
        })
        return true
      }
      const pair = await pairOf(token)
      if (!pair) return false
      if (isRefresh(token)) {
        await store.write(tx => tx.run(endRefresh(dialect, { refresh: pair.refresh, now })))
        parts.issued.delete(pair.refresh)
        return true
      }
      // A slide that is still in memory would lengthen the token again.
      await bearerTokens.flush()
      await store.write(async tx => {
        await tx.run(endAccess(dialect, { access: pair.access, now }))
        await tx.publish(topics.token, pair.access)
      })
      return true
    },
    revoke: async token => {
      const pair = await pairOf(token)
      return pair
        ? store.write(tx => revokeChain(tx, store, pair.chain, clock, { reason: 'revoked', by: null }))
        : false
    },
    forgetRetry: async token => {
      const used = seconds(clock) - policy.retrySeconds - 1
      return (await store.write(tx => tx.run(setUsed(dialect, { refresh: pairDigest(token), used })))) === 1
    },
  }
}
