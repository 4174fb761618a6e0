// What the checks of a token request have established so far; each check reads what those before it left.
import type { MaybePromise } from '../../base/maybe-promise.ts'
import type { WebRequest } from '../../base/web.ts'
import type { Application } from '../applications.ts'
import type { OAuthServer } from '../endpoint-parts.ts'
import type { Parameters } from '../parameters.ts'
import type { CodeRow } from '../statements.ts'
import type { PairRow } from '../tokens/pair-statements.ts'

export class TokenContext {
  readonly server: OAuthServer
  readonly request: WebRequest
  /** The moment by which everything in this request is judged, in seconds. */
  readonly now: number
  parameters!: Parameters
  application!: Application
  /** The code that was sent, and the row behind it. */
  code!: CodeRow
  /** The refresh token that was sent, and the row behind it. */
  refreshToken!: string
  refresh!: PairRow
  scope!: string
  /** The JSON text to answer. */
  answer!: string

  constructor(server: OAuthServer, request: WebRequest, now: number) {
    this.server = server
    this.request = request
    this.now = now
  }
}

export type TokenCheck = (context: TokenContext) => MaybePromise<void>
