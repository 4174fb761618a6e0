// Carries the results of the checks of a token request; each check uses what the checks before it set.
import type { MaybePromise } from '../../base/scheduling/maybe-promise.ts'
import type { WebRequest } from '../../base/web.ts'
import type { Application } from '../applications.ts'
import type { EndpointParts } from '../endpoint-parts.ts'
import type { EndReason } from '../grants/end-of-grant.ts'
import { type Lane, literalLane, literalShape, type PairShape } from '../lane.ts'
import type { Parameters } from '../parameters.ts'
import type { CodeRow } from '../statements.ts'
import type { PairRow } from '../tokens/pair-statements.ts'

export class TokenContext {
  readonly parts: EndpointParts
  readonly request: WebRequest
  /** The current time in seconds, the same for all checks of the request. */
  readonly now: number
  readonly lane: Lane
  /** The form of the pair that is issued; the standard issuer sets its own. */
  shape: PairShape = literalShape
  parameters!: Parameters
  application!: Application
  /** The row of the code that was sent. */
  code!: CodeRow
  /** The refresh token that was sent, and its row. */
  refreshToken!: string
  refresh!: PairRow
  scope!: string
  /** Why the refresh is refused, for the list of grants; null when it is not shown there. */
  refusal: EndReason | null = null
  /** The JSON text of the answer. */
  answer!: string

  constructor(parts: EndpointParts, request: WebRequest, now: number, lane: Lane = literalLane) {
    this.parts = parts
    this.request = request
    this.now = now
    this.lane = lane
  }
}

export type TokenCheck = (context: TokenContext) => MaybePromise<void>
