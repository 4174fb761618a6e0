// Declares the parts that the endpoints of the authorization server share.
import type { Callers } from '../accounts/caller.ts'
import type { Throttle } from '../accounts/throttle.ts'
import type { BoundedMap } from '../base/caches/bounded-map.ts'
import type { Clock } from '../base/clock.ts'
import type { Random } from '../base/secrets/secret.ts'
import type { Look } from '../pages/look.ts'
import type { StoreClock } from '../storage/nodes/store-clock.ts'
import type { Store } from '../storage/store.ts'
import type { Applications } from './applications.ts'
import type { BearerTokens } from './tokens/bearer-tokens.ts'
import type { NewPair } from './tokens/pair-statements.ts'
import type { RetrySalts } from './tokens/retry-salts.ts'

interface OAuthPolicy {
  /**
   * The reaction to a refresh token that is used after its retry window: revoke its chain, or refuse the request only.
   */
  readonly refreshReuse: 'revoke' | 'refuse'
  /** The longest life of a chain of refreshes in days; 0 for no limit. */
  readonly refreshChainDays: number
  /** How long a used refresh token returns the same answer again. */
  readonly retrySeconds: number
  readonly loopbackRedirects: boolean
  /** Wrong client credentials that one network address may send per window. */
  readonly failuresPerAddress: number
}

export interface EndpointParts {
  readonly store: Store
  readonly clock: Clock
  readonly random: Random
  readonly policy: OAuthPolicy
  /** The clients of this issuer. */
  readonly applications: Applications
  /** The clients of both issuers, for what was granted. */
  readonly clients: Applications
  readonly callers: Callers
  readonly bearerTokens: BearerTokens
  readonly throttle: Throttle
  /**
   * A cache of pairs that this process issued, by the digest of the refresh token, so that a refresh need not read
   * them. A cached pair may be revoked or used meanwhile; the conditional UPDATE of the refresh finds that out.
   */
  readonly issued: BoundedMap<NewPair>
  readonly retrySalts: RetrySalts
  readonly storeClock: StoreClock
  /** The installation's secret key: shared by all nodes, never stored; null when there is none. */
  readonly commonKey: () => string | null
  readonly newId: () => string
  /** The public URL of the authorization server, without a slash at the end. */
  readonly issuer: () => string
  readonly look: Look
  readonly onFault: (error: unknown) => void
}
