// What the endpoints of the authorization server share.
import type { Callers } from '../accounts/caller.ts'
import type { Throttle } from '../accounts/throttle.ts'
import type { BoundedMap } from '../base/bounded-map.ts'
import type { Clock } from '../base/clock.ts'
import type { Random } from '../base/secret.ts'
import type { Store } from '../storage/store.ts'
import type { Applications } from './applications.ts'
import type { BearerTokens } from './tokens/bearer-tokens.ts'
import type { NewPair } from './tokens/pair-statements.ts'
import type { RetrySalts } from './tokens/retry-salts.ts'

export interface OAuthPolicy {
  /** What a refresh token that comes back after its window does: ends its chain, or is merely refused. */
  readonly refreshReuse: 'revoke' | 'refuse'
  /** Caps a whole chain of refreshes; 0 does not. */
  readonly refreshChainDays: number
  readonly loopbackRedirects: boolean
  /** Wrong client credentials from one address in a window before more are held back. */
  readonly failuresPerAddress: number
}

export interface OAuthServer {
  readonly store: Store
  readonly clock: Clock
  readonly random: Random
  readonly policy: OAuthPolicy
  readonly applications: Applications
  readonly callers: Callers
  readonly access: BearerTokens
  readonly throttle: Throttle
  /**
   * Pairs that were issued here, by the digest of their refresh token, as they were then: what a refresh need not read. Only
   * the statement that consumes one decides, so one that was revoked or used elsewhere since is found out.
   */
  readonly issued: BoundedMap<NewPair>
  readonly salts: RetrySalts
  readonly newId: () => string
  /** The public address of the authorization server, without a slash at its end. */
  readonly issuer: () => string
  readonly onFault: (error: unknown) => void
}
